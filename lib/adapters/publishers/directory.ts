import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Publication, Publisher } from '../../publish/publisher.ts';
import { AuditFailure } from '../../terms/failure.ts';
import { type DocumentOptions, documentsOf } from './documents.ts';
import { publisherId, spokenOf } from './identity.ts';
import { errnoOf, replaceFile } from './replace-file.ts';

export interface DirectoryPublisherOptions extends DocumentOptions {
  readonly path: string;
  readonly takes: readonly Publication['kind'][];
}

/**
 * Puts each report into a folder under the moment that it judges as of, and then once more as `latest`; an alert or check
 * once, under its moment and what it is about. A reader sees a whole file or none.
 */
export function createDirectoryPublisher({ path, takes, ...options }: DirectoryPublisherOptions): Publisher {
  return {
    id: publisherId('directory', path),
    place: path,
    role: 'archive',
    takes,
    async publish(publication) {
      const documents = documentsOf(publication, options);
      try {
        await mkdir(path, { recursive: true });
        for (const { name, text } of documents) await replaceFile(join(path, name), text, undefined);
        for (const { latest, text } of documents)
          if (latest !== undefined) await replaceFile(join(path, latest), text, undefined);
      } catch (thrown) {
        throw new AuditFailure(
          'publish-failed',
          `${spokenOf(publication)} cannot be written into ${path} (${errnoOf(thrown)})`,
          'see that it is a folder with room in it, and that this user may write there',
          { cause: thrown },
        );
      }
      return join(path, documents[0]?.name ?? '');
    },
  };
}
