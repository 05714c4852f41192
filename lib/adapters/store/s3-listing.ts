import type { XmlElement } from '@rgrove/parse-xml';
import { brokenOff, unexpected } from '../s3/refusals.ts';
import { childrenOf, rootOf, textIn } from '../s3/xml.ts';
import { done, inTrouble, type Tried } from '../transport/trouble.ts';

/** One page of ListObjectsV2. */
export interface Page {
  /** As they are in the bucket. */
  readonly keys: readonly string[];
  /** What the next page is asked for with; `undefined` on the last. */
  readonly next: string | undefined;
}

/** What to ask for the page that `token` leads to. */
export function pageQuery(prefix: string, token: string | undefined): Readonly<Record<string, string>> {
  const query = { 'list-type': '2', 'encoding-type': 'url', prefix };
  return token === undefined ? query : { ...query, 'continuation-token': token };
}

/**
 * Reads a page whole or not at all. A list that contradicts itself, or holds what was not asked for, is none: what it
 * lacks would be taken for what was never recorded.
 */
export function readPage(text: string, prefix: string): Tried<Page> {
  const root = rootOf(text);
  if (root === undefined) {
    const isBegun = /^\s*(<\?[^>]*>\s*)?<ListBucketResult\b/.test(text);
    return inTrouble(isBegun ? brokenOff('a list that breaks off') : unexpected('no XML instead of a list'));
  }
  if (root.name !== 'ListBucketResult') {
    return inTrouble(unexpected(`<${root.name.slice(0, 60)}> instead of a list`));
  }
  const page = pageOf(root, prefix);
  return 'fault' in page ? inTrouble(unexpected(`a list ${page.fault}`)) : done(page);
}

function pageOf(root: XmlElement, prefix: string): Page | { readonly fault: string } {
  const rows = childrenOf(root, 'Contents');
  const count = textIn(root, 'KeyCount');
  if (count !== undefined && Number(count) !== rows.length) {
    return { fault: `of ${rows.length} keys whose KeyCount is ${shown(count)}` };
  }
  // They come only to those who ask for a delimiter: the keys behind them would be left out.
  const folded = childrenOf(root, 'CommonPrefixes').find((prefixes) => !prefixes.isEmpty);
  if (folded !== undefined) return { fault: `that leaves out what is under ${shown(folded.text)}` };
  const encoding = textIn(root, 'EncodingType') ?? '';
  if (encoding !== '' && encoding !== 'url') return { fault: `in the encoding ${shown(encoding)}` };

  const keys: string[] = [];
  for (const row of rows) {
    const key = decoded(textIn(row, 'Key'), encoding);
    if (key === undefined) return { fault: 'with a row whose Key is missing or cannot be read' };
    if (!key.startsWith(prefix)) {
      return { fault: `with the key ${shown(key)}, which does not begin with ${shown(prefix)}` };
    }
    if (!isFolderMarker(key, row)) keys.push(key);
  }

  const next = textIn(root, 'NextContinuationToken');
  switch (textIn(root, 'IsTruncated')) {
    case 'false':
      return { keys, next: undefined };
    case 'true':
      return next === undefined || next === ''
        ? { fault: 'that goes on (IsTruncated), but has no NextContinuationToken' }
        : { keys, next };
    default:
      return { fault: 'that does not say whether it goes on (IsTruncated)' };
  }
}

/** Consoles show folders by empty objects whose keys end in a slash. No key of a store is like that. */
function isFolderMarker(key: string, row: XmlElement): boolean {
  return key.endsWith('/') && textIn(row, 'Size') === '0';
}

/** Not every server does what `encoding-type` asks for; one that does says so. A plus sign is a blank then. */
function decoded(key: string | undefined, encoding: string): string | undefined {
  if (key === undefined || key === '') return undefined;
  if (encoding === '') return key;
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function shown(text: string): string {
  return JSON.stringify(text.length <= 60 ? text : `${text.slice(0, 60)}…`);
}
