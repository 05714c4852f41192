// Schemes that were chosen after calibration was written, each signed here with nothing but node:crypto, and one that
// lies outside of the space: `npm run bench -- late-schemes` tells how each is found from three nodes, or refused.
import { createHash, createHmac, createPrivateKey, sign } from 'node:crypto';
import { descriptionMark, nameMark } from '../../lib/adapters/kakaocloud/marks.ts';
import { calibrate } from '../../lib/signing/calibrate.ts';
import { CALIBRATION_BUDGET } from '../../lib/signing/calibration.ts';
import { parseKeyring } from '../../lib/signing/keyring-text.ts';
import { formulaOf } from '../../lib/signing/scheme.ts';
import { signedInstance } from '../../lib/signing/signed-instance.ts';
import { clusterUid, resourceId } from '../../lib/terms/ids.ts';

interface Node {
  readonly name: string;
  readonly nodeClaim: string;
  readonly uid: string;
  readonly zone: string;
  readonly flavor: string;
  readonly pool: string;
  readonly keyId: string;
  readonly key: Buffer;
}

const CLUSTER = '7c0e4b1a-93d5-4f62-8a1e-5b2d9c6f3a08';
const PROJECT = 'b1ccedbfaffd60bc89c2d60ad9893328';
const bytesFrom = (seed: string) => createHash('sha256').update(seed).digest();
const KEYS = { '2026-03': bytesFrom('late march'), '2026-09': bytesFrom('late september') };

const NODES: readonly Node[] = [
  ['spot-8kx2f', 'kr-central-2-a', 'm2a.large', 'spot', '2026-03'],
  ['spot-q4m7d', 'kr-central-2-b', 'c2a.xlarge', 'spot', '2026-09'],
  ['build-z9w1h', 'kr-central-2-a', 'r2a.2xlarge', 'build', '2026-09'],
].map(([nodeClaim = '', zone = '', flavor = '', pool = '', keyId = '']) => ({
  name: `karpenter-${CLUSTER.slice(0, 8)}-${nodeClaim}`,
  nodeClaim,
  uid: bytesFrom(nodeClaim)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5'),
  zone,
  flavor,
  pool,
  keyId,
  key: KEYS[keyId as keyof typeof KEYS],
}));

const hmac = (hash: string, key: Buffer, text: string) => createHmac(hash, key).update(text).digest();
const ed25519 = (seed: Buffer, text: string) =>
  sign(
    null,
    Buffer.from(text),
    createPrivateKey({
      key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
      format: 'der',
      type: 'pkcs8',
    }),
  );

const SCHEMES: Readonly<Record<string, (node: Node) => string>> = {
  'UID and NodeClaim split by a slash, SHA-512 cut to 18 bytes, padded base64, key behind': (it) => {
    const code = hmac('sha512', it.key, `${CLUSTER}/${it.nodeClaim}`).subarray(0, 18).toString('base64');
    return `v=1;m=karpenter;h=${code};key=${it.keyId}`;
  },
  'description behind the marker and instance type, SHA-384 hex cut to 32 characters': (it) => {
    const signed = `np=${it.pool};kid=${it.keyId}`;
    const code = hmac('sha384', it.key, `${signed};${it.flavor};${it.name}`).toString('hex').slice(0, 32);
    return `v=1;m=karpenter;${signed};sig=${code}`;
  },
  'project, zone, type and name by blanks, whole SHA-256 in upper-case hex, no key ID': (it) => {
    const code = hmac('sha256', it.key, `${PROJECT} ${it.zone} ${it.flavor} ${it.name}`).toString('hex');
    return `v=1;m=karpenter;s=${code.toUpperCase()}`;
  },
  'Ed25519 over the whole description and the name, on lines': (it) => {
    const signed = `v=1;m=karpenter;k=${it.keyId}`;
    const code = ed25519(it.key, `${signed}\n${it.name}`).toString('base64url');
    return `${signed};s=${code}`;
  },
  'NodeClaim UID, NodeClaim and uid8 by dots, SHA-256 base64url cut to 24 characters': (it) => {
    const text = `${it.uid}.${it.nodeClaim}.${CLUSTER.slice(0, 8)}`;
    const code = hmac('sha256', it.key, text).toString('base64url').slice(0, 24);
    return `v=1;m=karpenter;n=${it.nodeClaim};k=${it.keyId};s=${code}`;
  },
  'outside: a key that is derived from the key first': (it) => {
    const derived = hmac('sha256', it.key, 'karpenter/description/v1');
    const code = hmac('sha256', derived, it.name).toString('base64url').slice(0, 22);
    return `v=1;m=karpenter;k=${it.keyId};s=${code}`;
  },
};

const parsed = parseKeyring(
  JSON.stringify({
    activeKeyID: '2026-09',
    keys: Object.fromEntries(Object.entries(KEYS).map(([id, key]) => [id, key.toString('base64')])),
  }),
  'keyring.json',
);
const cluster = clusterUid(CLUSTER);
if (parsed.kind === 'faulty' || cluster === undefined)
  throw new Error('the keyring or the cluster is not sound');

for (const [what, describe] of Object.entries(SCHEMES)) {
  const samples = NODES.map((node, place) => {
    const description = describe(node);
    const instanceId = resourceId(`00000000-0000-4000-8000-00000000000${place + 1}`);
    if (instanceId === undefined) throw new Error('no ID');
    const instance = signedInstance(
      {
        name: node.name,
        description,
        nameMark: nameMark(node.name),
        flavor: node.flavor,
        availabilityZone: node.zone,
        projectId: PROJECT,
      },
      {
        clusters: [cluster],
        projectId: PROJECT,
        nodeClaim: { name: node.nodeClaim, uid: node.uid, nodePool: node.pool },
      },
    );
    if (descriptionMark(description).kind !== 'marked') throw new Error(`${description} is not marked`);
    return { instanceId, instance };
  });
  const { effort, ...result } = calibrate({
    samples,
    keyring: parsed.keyring,
    budget: CALIBRATION_BUDGET,
    clock: () => performance.now(),
    descriptionLimit: undefined,
    literals: [],
    acceptOneKey: false,
  });
  const { tried, candidates, elapsedMs, perSecond } = effort;
  console.log(what);
  console.log(
    result.kind === 'found'
      ? `  found: ${formulaOf(result.scheme)}; chance 1 in 2^${result.oddsBits}`
      : `  refused: ${result.kind}${'why' in result ? ` (${result.why})` : ''}`,
  );
  console.log(
    `  ${tried.toLocaleString('en')} of ${candidates.toLocaleString('en')} candidates in ${(elapsedMs / 1000).toFixed(2)} s, ${perSecond.toLocaleString('en')} a second`,
  );
}
