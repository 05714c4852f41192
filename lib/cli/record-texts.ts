import type { RecordedProject } from '../jobs/record-projects.ts';
import type { WrittenRecord } from '../record.ts';
import type { ReclaimWarning } from '../recording/reclaim-warnings.ts';
import type { Language } from '../report/words/language.ts';
import { named } from '../report/words/printable.ts';
import { absurd } from '../terms/words.ts';

/** What `record` says of one project. */
export interface RecordTexts {
  lines(result: RecordedProject): readonly string[];
}

interface Words {
  readonly nothing: string;
  readonly recorded: (cluster: string, counts: string) => string;
  readonly unchanged: (cluster: string, counts: string) => string;
  readonly alreadyThere: (cluster: string) => string;
  /** `undefined`: not read, which is no 0. */
  readonly nodeClaims: (count: number | undefined) => string;
  readonly instances: (count: number) => string;
  readonly volumes: (count: number) => string;
  readonly warning: (warning: ReclaimWarning, what: string) => string;
  readonly renamed: (was: string | undefined, is: string) => string;
  readonly redescribed: string;
}

const EN: Words = {
  nothing: 'no cluster to record',
  recorded: (cluster, counts) => `${cluster}: recorded ${counts}`,
  unchanged: (cluster, counts) => `${cluster}: recorded again, unchanged: ${counts}`,
  alreadyThere: (cluster) => `${cluster}: this record is there already`,
  nodeClaims: (count) => (count === undefined ? 'NodeClaims UNREAD' : `${count} NodeClaims`),
  instances: (count) => `${count} instances`,
  volumes: (count) => `${count} volumes`,
  warning: ({ instanceId, nodeClaim }, what) =>
    `warning: instance ${instanceId} (NodeClaim ${named(nodeClaim)}) ${what}. Karpenter can no longer reclaim it: set it right while the NodeClaim lives`,
  renamed: (was, is) =>
    was === undefined
      ? `is named ${named(is)}, which is not the name that Karpenter gives`
      : `was named ${named(was)} and is now ${named(is)}`,
  redescribed: "no longer has Karpenter's description",
};

const KO: Words = {
  nothing: '기록할 클러스터가 없습니다',
  recorded: (cluster, counts) => `${cluster}: 기록함: ${counts}`,
  unchanged: (cluster, counts) => `${cluster}: 변경 없이 다시 기록함: ${counts}`,
  alreadyThere: (cluster) => `${cluster}: 같은 기록이 이미 있습니다`,
  nodeClaims: (count) => (count === undefined ? 'NodeClaim을 읽지 못함' : `NodeClaim ${count}개`),
  instances: (count) => `인스턴스 ${count}개`,
  volumes: (count) => `볼륨 ${count}개`,
  warning: ({ instanceId, nodeClaim }, what) =>
    `경고: 인스턴스 ${instanceId}(NodeClaim ${named(nodeClaim)}): ${what}. Karpenter가 더 이상 회수할 수 없으니 NodeClaim이 있는 동안 되돌리십시오`,
  renamed: (was, is) =>
    was === undefined
      ? `이름 ${named(is)}은(는) Karpenter가 지은 이름이 아닙니다`
      : `이름이 ${named(was)}에서 ${named(is)}(으)로 바뀌었습니다`,
  redescribed: '설명이 Karpenter가 쓴 것과 다릅니다',
};

export function recordTextsIn(language: Language): RecordTexts {
  switch (language) {
    case 'en':
      return { lines: (result) => linesOf(EN, result) };
    case 'ko':
      return { lines: (result) => linesOf(KO, result) };
    default:
      return absurd(language);
  }
}

function linesOf(words: Words, result: RecordedProject): readonly string[] {
  const { project, records, warnings, complete } = result;
  const lines = [
    ...records.map((record) => recordLine(words, record)),
    ...warnings.map((warning) => `  ${warningLine(words, warning)}`),
    ...(records.length === 0 && complete ? [words.nothing] : []),
  ];
  return lines.map((line) => `${project}: ${line}`);
}

function recordLine(
  words: Words,
  { written, cluster, nodeClaims, instances, volumes }: WrittenRecord,
): string {
  const name = cluster.name === undefined ? cluster.uid : `${named(cluster.name)} (${cluster.uid})`;
  const counts = [
    words.nodeClaims(nodeClaims),
    ...(instances === undefined ? [] : [words.instances(instances)]),
    ...(volumes === undefined ? [] : [words.volumes(volumes)]),
  ].join(', ');
  if (written === 'already-there') return words.alreadyThere(name);
  return written === 'unchanged' ? words.unchanged(name, counts) : words.recorded(name, counts);
}

function warningLine(words: Words, warning: ReclaimWarning): string {
  switch (warning.code) {
    case 'renamed':
      return words.warning(warning, words.renamed(warning.was, warning.is));
    case 'description-changed':
      return words.warning(warning, words.redescribed);
    default:
      return absurd(warning.code);
  }
}
