import { grouped, named } from '../words/printable.ts';
import type { FateCounts, NameAnswer } from './clearance.ts';
import type { ClearanceTexts } from './texts.ts';

const instances = (n: number) => `인스턴스 ${grouped(n)}개`;
const volumes = (n: number) => `볼륨 ${grouped(n)}개`;
const records = (n: number) => `기록 ${grouped(n)}건`;

function counts(what: string) {
  return ({ recorded, gone, remaining, unreadable, found, unattributed }: FateCounts) =>
    [
      `${what}: 기록 ${grouped(recorded)}개 중 삭제 확인 ${grouped(gone)}개(각각 404로 증명), 남음 ${grouped(remaining)}개, 읽지 못함 ${grouped(unreadable)}개`,
      ...(found > 0 ? [`기록 외에 이 클러스터의 표식이 있는 것 ${grouped(found)}개`] : []),
      ...(unattributed > 0 ? [`소유 클러스터를 알 수 없는 것 ${grouped(unattributed)}개`] : []),
    ].join('; ');
}

function byName(answers: readonly NameAnswer[]): string {
  if (answers.length === 0) return '조회할 이름은 기록되어 있지 않습니다.';
  const said = answers.map(({ name, answer }) =>
    answer === 'not-found'
      ? `이름 ${named(name)} 조회 결과는 404입니다.`
      : `이름 ${named(name)} 조회 결과는 다른 클러스터입니다.`,
  );
  return said.join(' ');
}

export const clearanceKo: ClearanceTexts = {
  title: 'Karpenter 클러스터 점검',
  cluster: '클러스터: ',
  project: '프로젝트: ',
  run: '실행: ',
  noName: '(기록된 이름 없음)',
  consoleId: (id) => `콘솔 ID ${id}`,
  incomplete: '불완전한 점검',
  incompleteMeans: '읽지 못했거나 서로 어긋나는 것이 있습니다. 여기에 없는 리소스가 남아 있을 수 있습니다.',
  state: {
    alive: (phase) =>
      `살아 있음: 클러스터가 목록에 있으며 상태는 ${phase}입니다. 살아 있는 동안에는 정리 완료를 확인하지 않습니다. 남겨진 리소스는 \`orphan-audit audit\`으로 확인하십시오.`,
    deleting: (phase, since, period) => {
      if (period === 'past')
        return `삭제 중 상태에서 멈춤: 클러스터가 늦어도 ${since}부터 ${phase} 상태로 목록에 있습니다. 삭제 허용 시간을 넘겼습니다.`;
      if (period === 'within')
        return `삭제 중: 클러스터가 늦어도 ${since}부터 ${phase} 상태로 목록에 있습니다. 삭제 허용 시간이 지나지 않았으니 나중에 다시 점검하십시오.`;
      return `삭제 중: 클러스터가 ${phase} 상태로 목록에 있습니다. 이 상태를 본 이전 실행이나 기록이 없어 언제부터인지는 알 수 없습니다.`;
    },
    heldBy: '삭제를 막고 있을 수 있는 것',
    heldByResources: (some, more) => `아래에 표시한 남은 리소스: ${some}, ${more}`,
    heldByNoResources: '남아 있는 것으로 확인된 인스턴스나 볼륨은 없습니다.',
    nodeClaims: (names) => `NodeClaim: ${names ?? '읽지 못함'}`,
    nodes: (names) => `Karpenter의 Node: ${names ?? '읽지 못함'}`,
    none: '없음',
    beingDeleted: (name) => `${name}(삭제 중)`,
    whenStuck:
      '남은 리소스를 정리한 뒤에도 그대로이면 헬프데스크(헬프데스크 > 기술 문의)에 문의하십시오. NodeClaim의 finalizer를 직접 제거하지 마십시오.',
    gone: (answers, lastSeenAlive, goneBy) =>
      `삭제됨: 온전한 클러스터 목록 두 번에 모두 없습니다. ${byName(answers)} ${
        lastSeenAlive === undefined
          ? '살아 있던 시각을 아는 실행이나 기록은 없으며'
          : `마지막으로 살아 있던 시각은 ${lastSeenAlive}이며`
      }, 늦어도 ${goneBy}에는 없었습니다.`,
    neverKnown:
      '알 수 없음: 클러스터 목록, 기록, 실행 이력, 설정 어디에도 이 UID가 없습니다. UID는 Kubernetes API 엔드포인트 호스트의 첫 부분에 있는 UUID이며, 콘솔의 클러스터 ID와는 다릅니다.',
    unreadable: (why) => `증명되지 않음: 클러스터가 삭제되었는지 확인하지 못했습니다: ${why}`,
  },
  namesake: (name, uid, phase) =>
    `이름이 같은 다른 클러스터 ${name}이(가) 있습니다: ${uid ?? 'UID 알 수 없음'}, 상태 ${phase}. 점검한 클러스터가 아닙니다.`,
  noRecord:
    '기록 없음: 이 클러스터에 무엇이 있었는지 알 수 없으므로, 삭제되었다고 증명할 수 있는 것이 없습니다. 아래는 이 클러스터의 표식이 있는 남은 리소스입니다.',
  retired: (at, provenAt) =>
    `기록 종료(${at}): 이 클러스터에 대해 기록된 것이 모두 삭제되었음이 늦어도 ${provenAt}에 증명되어, 기록을 더 이상 읽지 않습니다. 아래는 지금 이 클러스터의 표식이 있는 리소스입니다.`,
  ledgerDamaged:
    '원장(ledger)을 온전히 읽지 못함: 이 클러스터에 대한 기록이 여기에 나온 것보다 더 있을 수 있습니다.',
  counts: { instance: counts('인스턴스'), volume: counts('볼륨') },
  groups: {
    recorded: { heading: '남아 있음', meaning: '기록되어 있으며 지금도 존재합니다.' },
    found: { heading: '추가로 발견됨', meaning: '기록에는 없으나 이 클러스터의 표식이 있습니다.' },
    unattributed: {
      heading: '소유 클러스터를 알 수 없음',
      meaning: 'Karpenter가 만들었으나 어느 클러스터의 것인지 알 수 없어, 이 클러스터의 것일 수 있습니다.',
    },
    unreadable: { heading: '읽지 못함', meaning: '삭제를 증명하지도, 판정하지도 못했습니다.' },
    gone: { heading: '삭제 확인', meaning: '목록에 없고, ID로 조회한 결과가 각각 404입니다.' },
  },
  clearance: {
    heading: '정리 완료 확인서',
    granted: ({ cluster, uid, project, asOf, instances: some, volumes: more }) =>
      `${asOf} 기준으로 프로젝트 ${project}에 클러스터 ${cluster}(${uid})의 리소스가 남아 있지 않습니다. 클러스터는 삭제되었고, 기록된 ${instances(some)}와 ${volumes(more)}는 모두 삭제되었음이 증명되었으며, 이 클러스터의 표식이 있는 다른 리소스도 없습니다. 근거와 확인하지 않은 대상은 아래와 같습니다.`,
    withheldHeading: '정리 완료를 확인할 수 없음',
    withheld: {
      'cluster-alive': '클러스터가 살아 있습니다.',
      'cluster-deleting': '클러스터가 아직 삭제되고 있습니다.',
      'cluster-never-known': '이 UID의 클러스터가 알려져 있지 않습니다.',
      'cluster-unreadable': '클러스터가 삭제되었음이 증명되지 않았습니다.',
      'ledger-unreadable': '원장(ledger)을 온전히 읽지 못했습니다.',
      'no-record': '이 클러스터에 대한 기록이 없습니다.',
      'records-retired': '기록이 종료되어 더 이상 증거가 되지 않습니다.',
      'node-claims-never-recorded': '이 클러스터의 NodeClaim이 기록된 적이 없습니다.',
      'node-claims-unclear': '인스턴스를 알 수 없는 provider ID로 기록된 NodeClaim이 있습니다.',
      'recorded-remain': '기록된 리소스가 남아 있습니다.',
      'marked-found': '기록에 없지만 이 클러스터의 표식이 있는 리소스가 있습니다.',
      'owner-unknown': 'Karpenter가 만들었으나 어느 클러스터의 것인지 알 수 없는 인스턴스가 있습니다.',
      'resources-unreadable': '읽지 못했거나, 목록과 개별 조회 결과가 서로 다른 리소스가 있습니다.',
      'run-incomplete': '일부를 읽지 못했습니다.',
    },
  },
  coverage: {
    heading: '근거',
    listed: (listed, project, asOf) =>
      `${asOf} 기준 프로젝트 ${project}의 조회 대상: ${[
        listed.instances === null ? '인스턴스 조회 실패' : instances(listed.instances),
        listed.volumes === null ? '볼륨 조회 실패' : volumes(listed.volumes),
        listed.clusters === null ? '클러스터 조회 실패' : `클러스터 ${grouped(listed.clusters)}개`,
      ].join(', ')}`,
    records: ({ count, live, imported }, first, last) =>
      `${records(count)}(실시간 ${grouped(live)}건, 가져오기 ${grouped(imported)}건), ${first === last ? first : `${first}부터 ${last}까지`}`,
    noRecords: '기록: 없음',
    read: ({ withNodeClaims, withInstances, withPersistentVolumes }) =>
      `NodeClaim을 읽은 ${records(withNodeClaims)}, 인스턴스와 볼륨을 읽은 ${records(withInstances)}, PersistentVolume을 읽은 ${records(withPersistentVolumes)}`,
    unseenSince: (last) =>
      last === undefined
        ? 'Karpenter가 만든 리소스는 이름, 설명, 소유자로만 찾았습니다.'
        : `NodeClaim을 마지막으로 읽은 ${last} 이후에 Karpenter가 만든 리소스는 이름, 설명, 소유자로만 찾았습니다.`,
    nodeClaimsWithoutInstance: (n) =>
      `NodeClaim ${grouped(n)}개는 어느 기록에도 provider ID가 없습니다. 그 NodeClaim이 만든 리소스도 같은 방법으로만 찾았습니다.`,
    nodeClaimsUnclear: (n) =>
      `NodeClaim ${grouped(n)}개는 provider ID에서 인스턴스를 알 수 없어, 삭제되었는지 조회할 수 없습니다.`,
    persistentVolumesUnclear: (n) =>
      `PersistentVolume ${grouped(n)}개는 volume handle에서 볼륨을 알 수 없습니다. 블록 볼륨이 아니거나, 조회할 수 없습니다.`,
    instancesWithoutVolumes: (n) =>
      `기록된 인스턴스 ${grouped(n)}개는 어떤 볼륨이 있었는지 기록되어 있지 않습니다. 분리되었고 표식이 없는 볼륨은 찾을 수 없습니다.`,
    unattributedPersistentVolumes: (n) =>
      `어느 클러스터의 것인지 알 수 없는, PersistentVolume이었던 볼륨이 ${grouped(n)}개 있습니다.`,
    notLookedAt: (what) => `확인하지 않은 대상: ${what.join(', ')}`,
    unlooked: {
      'public-ips': '퍼블릭 IP',
      'network-interfaces': '네트워크 인터페이스',
      'load-balancers': '로드 밸런서',
      'security-groups': '보안 그룹',
      snapshots: '스냅샷',
      'object-storage': '오브젝트 스토리지',
      'other-projects-and-regions': '다른 프로젝트와 리전',
    },
  },
  keyring: {
    heading: 'KEYRING: ',
    mayBeRetired:
      '다른 프로젝트의 클러스터가 사용하지 않는다면, 이 확인서를 근거로 폐기할 수 있습니다. 확인서를 함께 보관하십시오.',
    keep: {
      'no-clearance':
        'keyring과 그 백업을 보관하십시오. 정리 완료가 확인될 때까지 인스턴스의 소유 관계를 증명하는 데 필요합니다.',
      'serves-other-clusters':
        'keyring과 그 백업을 보관하십시오. 이 클러스터에는 더 필요하지 않으나, 사용할 수 있는 다른 클러스터가 살아 있거나 남은 리소스가 있습니다.',
    },
  },
};
