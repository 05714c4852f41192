import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Publisher } from '../../publish/publisher.ts';
import { writeJson } from '../../report/json.ts';
import type { Report } from '../../report/report.ts';
import { AuditFailure } from '../../terms/failure.ts';

/**
 * Puts each report into a folder under the moment that it judges as of, and then once more as `latest.json`. A reader
 * sees a whole report or none.
 */
export function createDirectoryPublisher(path: string): Publisher {
  return {
    place: path,
    takes: ['report'],
    async publish(publication) {
      if (publication.kind !== 'report') throw new TypeError(`a directory takes no ${publication.kind}`);
      const { report } = publication;
      const dated = join(path, fileName(report));
      const text = writeJson(report);
      try {
        await mkdir(path, { recursive: true });
        await replaceFile(dated, text);
        await replaceFile(join(path, 'latest.json'), text);
      } catch (thrown) {
        const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown);
        throw new AuditFailure(
          'publish-failed',
          `the report cannot be written into ${path} (${code})`,
          'see that it is a folder with room in it, and that this user may write there',
          { cause: thrown },
        );
      }
      return dated;
    },
  };
}

/** `orphan-audit-20261130T063400Z.json` */
function fileName(report: Report): string {
  return `orphan-audit-${report.run.asOf.replace(/\.\d+/, '').replaceAll(/[-:]/g, '')}.json`;
}

async function replaceFile(path: string, text: string): Promise<void> {
  const whole = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(whole, text);
    await rename(whole, path);
  } catch (thrown) {
    await rm(whole, { force: true });
    throw thrown;
  }
}
