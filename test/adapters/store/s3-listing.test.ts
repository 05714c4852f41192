import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type StrictS3, startStrictS3 } from '../../builders/strict-s3.ts';
import { aStoreIn, befall, bytesOf, countOf } from './s3-stores.ts';

let s3: StrictS3;
beforeAll(async () => {
  s3 = await startStrictS3({ conditions: 'kept', pageSize: 3 });
});
afterAll(() => s3.close());
afterEach(() => {
  s3.objects.clear();
  s3.requests.length = 0;
  s3.interfere = () => undefined;
});

function put(...keys: readonly string[]): void {
  for (const key of keys) s3.objects.set(key, bytesOf(key));
}

const row = (key: string) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`;
const list = (...elements: readonly string[]) =>
  `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${elements.join('')}</ListBucketResult>`;
const LAST = '<IsTruncated>false</IsTruncated>';
const goesOn = (token: string) =>
  `<IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken>`;

describe('an S3 listing', () => {
  it('asks for page after page until it has them all', async () => {
    const keys = Array.from({ length: 10 }, (_, n) => `ledger/${n}`);
    put(...keys, 'ledges/0', 'ledge');
    expect(await aStoreIn(s3).list('ledger/')).toEqual(keys);
    expect(countOf(s3, 'GET')).toBe(4);
  });

  it('is without the prefix of the store, and keeps to it', async () => {
    put('team-a/ledger/1', 'team-b/ledger/2', 'ledger/3');
    expect(await aStoreIn(s3, { prefix: 'team-a' }).list('ledger/')).toEqual(['ledger/1']);
    expect(await aStoreIn(s3, { prefix: 'team-b/' }).list('ledger/')).toEqual(['ledger/2']);
    expect(await aStoreIn(s3).list('ledger/')).toEqual(['ledger/3']);
  });

  const FOREIGN = ['l/100% <&> +1', 'l/a b', 'l/copy of a.json', 'l/가', 'l/é', "l/it's", 'l/%41'].sort();

  it('names keys that others put there, so that nobody takes them for absent', async () => {
    put(...FOREIGN);
    expect(await aStoreIn(s3).list('l/')).toEqual(FOREIGN);
  });

  it('reads keys as they stand from a server that does not encode them', async () => {
    const rows = ['l/100% +1', 'l/a&amp;b', 'l/&#xAC00;'].map(row);
    befall(s3, 'GET', { kind: 'say', body: list('<EncodingType></EncodingType>', LAST, ...rows) });
    expect(await aStoreIn(s3).list('l/')).toEqual(['l/100% +1', 'l/a&b', 'l/가']);
  });

  it('leaves out the empty objects by which consoles show folders', async () => {
    s3.objects.set('l/', new Uint8Array());
    s3.objects.set('l/shop/', new Uint8Array());
    put('l/shop/1', 'l/full/');
    expect(await aStoreIn(s3).list('l/')).toEqual(['l/full/', 'l/shop/1']);
  });

  it.each([
    ['breaks off', { kind: 'say', body: list(LAST, row('l/1')).slice(0, -30) }],
    ['is cut by the connection', { kind: 'cut', afterBytes: 100 }],
    [
      'is cut though it has no length',
      {
        kind: 'say',
        body: '<?xml version="1.0"?><ListBucketResult><Cont',
        headers: { 'transfer-encoding': 'chunked' },
      },
    ],
    ['is put off', { kind: 'refuse', status: 503, code: 'SlowDown' }],
  ] as const)('asks again for a page that %s', async (_, fault) => {
    put('l/1', 'l/2', 'l/3', 'l/4');
    const first = countOf(s3, 'GET');
    s3.interfere = () => (countOf(s3, 'GET') === first + 2 ? fault : undefined);
    expect(await aStoreIn(s3).list('l/')).toEqual(['l/1', 'l/2', 'l/3', 'l/4']);
    expect(countOf(s3, 'GET')).toBe(first + 3);
  });

  it.each([
    ['is no XML', '{"keys": []}', 'no XML instead of a list'],
    ['is empty', '', 'no XML instead of a list'],
    ['is a web page', '<!DOCTYPE html><html><body>Welcome</body></html>', '<html> instead of a list'],
    ['is another document', '<ListAllMyBucketsResult/>', '<ListAllMyBucketsResult> instead of a list'],
    ['breaks off every time', list(LAST, row('l/1')).slice(0, -1), 'a list that breaks off; tried'],
    ['does not say whether it goes on', list(row('l/1')), 'does not say whether it goes on'],
    [
      'says so in no word we know',
      list('<IsTruncated>maybe</IsTruncated>'),
      'does not say whether it goes on',
    ],
    ['says so twice', list(LAST, LAST), 'does not say whether it goes on'],
    [
      'goes on, and does not say where',
      list('<IsTruncated>true</IsTruncated>', row('l/1')),
      'has no NextContinuationToken',
    ],
    ['goes on, and says nowhere', list(goesOn(''), row('l/1')), 'has no NextContinuationToken'],
    [
      'begins again for ever',
      list(goesOn('same'), row('l/1')),
      'a page of the list that it had given before',
    ],
    ['goes on for ever with nothing', list(goesOn('same')), 'a page of the list that it had given before'],
    ['has a row without a key', list(LAST, '<Contents><Size>1</Size></Contents>'), 'whose Key is missing'],
    [
      'has a row with two keys',
      list(LAST, '<Contents><Key>l/1</Key><Key>l/2</Key></Contents>'),
      'whose Key is missing',
    ],
    ['has a row with an empty key', list(LAST, row('')), 'whose Key is missing'],
    [
      'has a key that cannot be decoded',
      list('<EncodingType>url</EncodingType>', LAST, row('l/%4')),
      'cannot be read',
    ],
    ['is encoded in some way', list('<EncodingType>rot13</EncodingType>', LAST), 'in the encoding "rot13"'],
    [
      'has a key that was not asked for',
      list(LAST, row('m/1')),
      'the key "m/1", which does not begin with "l/"',
    ],
    [
      'counts itself otherwise',
      list('<KeyCount>2</KeyCount>', LAST, row('l/1')),
      'of 1 keys whose KeyCount is "2"',
    ],
    [
      'folds keys',
      list(LAST, '<CommonPrefixes><Prefix>l/shop/</Prefix></CommonPrefixes>'),
      'leaves out what is under "l/shop/"',
    ],
  ])('is unreadable, never short, when the answer %s', async (_, body, said) => {
    befall(s3, 'GET', { kind: 'say', body });
    await expect(aStoreIn(s3).list('l/')).rejects.toMatchObject({
      code: 'store-unreadable',
      message: expect.stringMatching(
        `^${s3.endpoint}/ledger-bucket/l/ cannot be listed: the server answered `,
      ),
    });
    await expect(aStoreIn(s3).list('l/')).rejects.toThrow(said);
  });

  it('is unreadable when a later page is, though the first was read', async () => {
    put('l/1', 'l/2', 'l/3', 'l/4');
    s3.interfere = ({ query }) =>
      query.has('continuation-token') ? { kind: 'refuse', status: 403, code: 'AccessDenied' } : undefined;
    await expect(aStoreIn(s3).list('l/')).rejects.toMatchObject({ code: 'store-unreadable' });
  });
});
