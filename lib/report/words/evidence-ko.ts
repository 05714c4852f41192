import type { InstanceVerdict, RecordChange, VolumeMark } from '../../evidence/outcomes.ts';
import type { Billing } from '../../inventory/billing.ts';
import { formatInstant, type Instant } from '../../terms/instants.ts';
import { absurd } from '../../terms/words.ts';
import { named, printable } from './printable.ts';
import type { EvidenceTexts } from './texts.ts';

/**
 * Particles that depend on the sound before them (은/는, 이/가, 을/를, 로/으로) never follow a name or a value here: a noun
 * or `의`, `에`, `에서` does, which are the same behind every sound.
 */
export const evidenceKo: EvidenceTexts = {
  name: (e, name) => {
    switch (e.kind) {
      case 'matches':
        return `이름이 Karpenter 인스턴스 이름 형식입니다: ${named(name)} (uid8 ${e.uid8}, NodeClaim ${named(e.nodeClaim)}).`;
      case 'cut-off':
        return `이름이 허용 길이를 모두 채워 뒷부분이 잘렸을 수 있습니다: ${named(name)} (uid8 ${e.uid8}, NodeClaim 이름의 앞부분 ${named(e.nodeClaimStart)}).`;
      case 'other':
        return name === ''
          ? '이름이 없습니다.'
          : `이름이 Karpenter 인스턴스 이름 형식이 아닙니다: ${named(name)}.`;
      default:
        return absurd(e);
    }
  },
  description: (e) => {
    switch (e.kind) {
      case 'marked':
        return e.fields.length === 0
          ? '설명이 Karpenter 표식으로 시작하며, 그 뒤에 필드가 없습니다.'
          : `설명이 Karpenter 표식으로 시작하며, 이어지는 필드는 다음과 같습니다: ${e.fields.map((field) => named(field.key)).join(', ')}.`;
      case 'other-version':
        return `설명에 Karpenter 표식이 있으나, 해석할 수 없는 형식 버전입니다: ${named(e.version)}.`;
      case 'other':
        return '설명이 Karpenter 표식으로 시작하지 않습니다.';
      default:
        return absurd(e);
    }
  },
  signature: (e) => {
    switch (e.kind) {
      case 'valid':
        return e.key === 'active'
          ? `서명이 유효합니다(현재 사용 중인 키: ${named(e.keyId)}).`
          : `서명이 유효합니다(교체된 뒤 보관 중인 키: ${named(e.keyId)}).`;
      case 'invalid':
        return '서명이 이 설명에 대해 유효하지 않습니다.';
      case 'unknown-key':
        return `서명에 명시된 키가 keyring에 없습니다: ${named(e.keyId)}.`;
      case 'absent':
        return '설명에 서명이 없습니다.';
      case 'uncovered':
        return '서명이 설명 전체를 포함하지 않습니다. 서명된 내용의 앞, 중간 또는 뒤에 다른 내용이 있습니다.';
      case 'unverified':
        switch (e.why) {
          case 'no-keyring':
            return '해당하는 keyring이 설정되어 있지 않아 서명을 검증하지 못했습니다.';
          case 'no-scheme':
            return '서명 스킴이 없어 서명을 검증하지 못했습니다.';
          case 'stale-scheme':
            return '클러스터의 살아 있는 인스턴스조차 검증되지 않습니다. 서명 스킴이나 keyring이 더 이상 맞지 않아 서명을 검증하지 못했습니다.';
          case 'facts-missing':
            return `서명에 포함된 정보를 더 이상 알 수 없어 서명을 검증하지 못했습니다(${e.facts.join(', ')}).`;
          default:
            return absurd(e);
        }
      default:
        return absurd(e);
    }
  },
  record: (e) => {
    switch (e.kind) {
      case 'recorded':
        return `${formatInstant(e.recordedAt)}에 클러스터 ${e.clusterUid}의 NodeClaim ${named(e.nodeClaim)} 소유로 기록되었습니다. ${changed(e.changes)} ${order(e.fieldOrder)}`;
      case 'unrecorded':
        return '원장(ledger)에 이 ID를 가리키는 NodeClaim 기록이 없습니다.';
      case 'contradictory':
        return `기록이 서로 모순됩니다: ${printable(e.detail)}`;
      case 'unreadable':
        return `이 리소스의 기록이 있을 수 있는 원장(ledger) 일부를 읽지 못했습니다: ${printable(e.detail)}`;
      default:
        return absurd(e);
    }
  },
  claim: (e, of) => {
    const it = ofInstance(of);
    switch (e.kind) {
      case 'claimed':
        return `클러스터 ${named(e.cluster)}의 NodeClaim ${named(e.nodeClaim)} 오브젝트가 ${it} 가리킵니다.`;
      case 'claim-terminating':
        return `클러스터 ${named(e.cluster)}의 NodeClaim ${named(e.nodeClaim)} 오브젝트가 ${it} 가리키며, 삭제되고 있습니다.`;
      case 'claim-launching':
        return `NodeClaim ${named(e.nodeClaim)}에 아직 provider ID가 없습니다.`;
      case 'claim-elsewhere':
        return `NodeClaim ${named(e.nodeClaim)}에서 가리키는 대상은 다른 인스턴스입니다: ${named(e.instanceId)}.`;
      case 'claim-unclear':
        return `NodeClaim ${named(e.nodeClaim)}에서 가리키는 대상이 불분명합니다: ${printable(e.detail)}`;
      case 'claim-duplicated':
        return `두 NodeClaim의 provider ID가 같습니다: ${named(e.nodeClaim)}, ${named(e.other)}.`;
      case 'unclaimed':
        return `현재 ${it} 가리키는 NodeClaim이 없습니다.`;
      case 'unreadable':
        return e.reason === 'owner-list-shrunk'
          ? `아직 신뢰할 수 없는 NodeClaim 목록이 있습니다: ${printable(e.detail)}`
          : `NodeClaim을 모두 읽지 못했습니다: ${printable(e.detail)}`;
      default:
        return absurd(e);
    }
  },
  node: (e, of) => {
    const it = ofInstance(of);
    switch (e.kind) {
      case 'ready':
        return `클러스터 ${named(e.cluster)}의 Node ${named(e.node)} 오브젝트가 ${it} 가리키며, Ready 상태입니다.`;
      case 'not-ready':
        return `클러스터 ${named(e.cluster)}의 Node ${named(e.node)} 오브젝트가 ${it} 가리키며, Ready 상태가 아닙니다.`;
      case 'none':
        return `${it} 가리키는 Node가 없습니다.`;
      case 'unreadable':
        return `Node를 모두 읽지 못했습니다: ${printable(e.detail)}`;
      default:
        return absurd(e);
    }
  },
  cluster: (e) => {
    switch (e.kind) {
      case 'alive':
        return `클러스터가 살아 있습니다(phase: ${named(e.phase)}).${neverAsked(e.witness)}`;
      case 'deleting':
        return `클러스터가 삭제되고 있습니다. ${deletingSince(e.since, e.period)}${neverAsked(e.witness)}`;
      case 'gone':
        return `클러스터가 삭제되었습니다. ${lastSeen(e.lastSeenAlive)}${e.createdAfterDeletion ? ' 이 리소스는 그 삭제 이후에 생성되었습니다.' : ''}`;
      case 'never-seen':
        return '클러스터 목록, 원장(ledger), 설정 어디에도 해당하는 클러스터가 없습니다.';
      case 'unreadable':
        return `클러스터를 읽지 못했습니다: ${printable(e.detail)}`;
      default:
        return absurd(e);
    }
  },
  age: (e) => {
    switch (e.kind) {
      case 'old-enough':
        return `${formatInstant(e.createdAt)}에 생성되어 유예 시간이 지났습니다.`;
      case 'young':
        return `${formatInstant(e.createdAt)}에 생성되어 아직 유예 시간 이내입니다.`;
      case 'unknown':
        return `생성된 지 얼마나 되었는지 알 수 없습니다: ${printable(e.detail)}`;
      default:
        return absurd(e);
    }
  },
  state: (e, billing) => {
    const status = e.status === '' ? '상태 값이 없습니다' : `상태 값: ${named(e.status)}`;
    const billed = billedState(billing);
    switch (e.kind) {
      case 'present':
        return `${status}. 존재하며 ${billed}`;
      case 'available':
        return `${status}. 연결되지 않은 채 존재하며 ${billed}`;
      case 'in-use':
        return `${status}. 인스턴스가 사용 중이며 ${billed}`;
      case 'error':
        return `${status}. 오류 상태이며 ${billed}`;
      case 'deleting':
        return `${status}. 삭제 중이며 ${billed}`;
      case 'in-transition':
        return `${status}. 상태 전환을 시작한 지 하루가 지나지 않았으며 ${billed}`;
      case 'stuck-in-transition':
        return `${status}. 상태 전환이 하루 이상 끝나지 않았으며 ${billed}`;
      case 'other':
        return `${status}. 알 수 없는 상태이며 ${billed}`;
      default:
        return absurd(e);
    }
  },
  identity: (e) => {
    switch (e.kind) {
      case 'agreed': {
        const { clusterUid, clusterName, nodeClaim } = e.owner;
        const cluster = clusterName === undefined ? clusterUid : `${named(clusterName)} (${clusterUid})`;
        return nodeClaim === undefined
          ? `식별 정보가 가리키는 대상이 일치합니다: 클러스터 ${cluster}.`
          : `식별 정보가 가리키는 대상이 일치합니다: 클러스터 ${cluster}의 NodeClaim ${named(nodeClaim)}.`;
      }
      case 'none':
        return '식별 정보에 해당하는 알려진 클러스터가 없습니다.';
      case 'conflict':
        return `식별 정보가 서로 어긋납니다: ${printable(e.detail)}`;
      case 'collision':
        return `uid8에 해당하는 알려진 클러스터가 둘 이상입니다: ${printable(e.detail)}`;
      default:
        return absurd(e);
    }
  },
  twin: (e) => {
    switch (e.kind) {
      case 'alone':
        return '조회된 인스턴스와 기록된 인스턴스 중에 같은 이름이 없습니다.';
      case 'twin':
        return `인스턴스 ${named(e.other)}의 이름이 같습니다.`;
      case 'unknown':
        return '같은 이름의 다른 인스턴스가 있는지 확인하지 않았습니다.';
      default:
        return absurd(e);
    }
  },
  sightings: (e) => {
    const seen = `소유자가 없음을 온전한 실행에서 연속 ${e.count}회 확인했습니다.`;
    switch (e.kind) {
      case 'enough':
        return `${seen} 살아 있는 클러스터에 필요한 ${e.needed}회를 채웠습니다.`;
      case 'too-few':
        return `${seen} 살아 있는 클러스터에는 ${e.needed}회가 필요합니다.`;
      default:
        return absurd(e.kind);
    }
  },
  mark: (e) => {
    switch (e.kind) {
      case 'marked':
        return `Karpenter 또는 Kubernetes와 관련된 근거가 있습니다: ${e.by.map(volumeMark).join(', ')}.`;
      case 'none':
        return 'Karpenter 또는 Kubernetes와 관련된 근거가 없습니다.';
      default:
        return absurd(e);
    }
  },
  persistentVolume: (e) => {
    switch (e.kind) {
      case 'bound':
        return `클러스터 ${named(e.cluster)}의 PersistentVolume ${named(e.name)} 오브젝트가 이 볼륨을 가리킵니다.`;
      case 'csi-leftover':
        return '이름이나 메타데이터를 CSI 드라이버가 만들었으나, 현재 가리키는 PersistentVolume이 없습니다.';
      case 'none':
        return '이 볼륨을 가리키는 PersistentVolume이 없습니다.';
      case 'unreadable':
        return `PersistentVolume을 모두 읽지 못했습니다: ${printable(e.detail)}`;
      default:
        return absurd(e);
    }
  },
  attachment: (e) => {
    switch (e.kind) {
      case 'unattached':
        return '연결된 인스턴스가 없습니다.';
      case 'attached':
        return `인스턴스 ${named(e.instanceId)}에 연결되어 있습니다. 그 인스턴스의 판정: ${instanceVerdict(e.verdict)}.`;
      case 'instance-missing':
        return `인스턴스 ${named(e.instanceId)}에 연결된 것으로 나오지만, 그 인스턴스가 존재하지 않습니다.`;
      case 'disagrees':
        return `연결 상태에 관한 정보가 서로 다릅니다: ${printable(e.detail)}`;
      case 'unreadable':
        return `연결 상태를 읽지 못했습니다: ${printable(e.detail)}`;
      default:
        return absurd(e);
    }
  },
  volumeRecord: (e) => {
    switch (e.kind) {
      case 'recorded':
        return `${formatInstant(e.recordedAt)}에 클러스터 ${e.clusterUid}의 NodeClaim ${named(e.nodeClaim)}, 인스턴스 ${named(e.instanceId)}의 볼륨으로 기록되었습니다. ${createdAt(e.createdAt)} ${e.origin === 'with-instance' ? '인스턴스와 함께 생성되었고' : '나중에 연결되었거나 다른 인스턴스에서 확인된 적이 있고'}, ${onTermination(e.onTermination)}`;
      case 'unrecorded':
        return '원장(ledger)의 어떤 인스턴스에도 이 볼륨이 기록되어 있지 않습니다.';
      case 'contradictory':
        return `기록이 서로 모순됩니다: ${printable(e.detail)}`;
      case 'unreadable':
        return `이 리소스의 기록이 있을 수 있는 원장(ledger) 일부를 읽지 못했습니다: ${printable(e.detail)}`;
      default:
        return absurd(e);
    }
  },
  recordedInstance: (e) => {
    switch (e.kind) {
      case 'gone':
        return '함께 기록된 인스턴스가 삭제되었습니다.';
      case 'exists':
        return '함께 기록된 인스턴스가 아직 존재합니다.';
      case 'unreadable':
        return '함께 기록된 인스턴스가 아직 존재하는지 읽지 못했습니다.';
      case 'unrecorded':
        return '함께 기록된 인스턴스가 없습니다.';
      default:
        return absurd(e.kind);
    }
  },
};

function ofInstance(of: 'instance' | 'volume'): string {
  return of === 'instance' ? '이 인스턴스를' : '함께 기록된 인스턴스를';
}

function changed(changes: readonly RecordChange[]): string {
  if (changes.length === 0) return '이후 변경된 내용이 없습니다.';
  return `다음 항목이 기록과 다릅니다: ${changes.map(changedPart).join(', ')}.`;
}

function changedPart(change: RecordChange): string {
  switch (change) {
    case 'name':
      return '이름';
    case 'description':
      return '설명';
    case 'created-at':
      return '생성 시각';
    default:
      return absurd(change);
  }
}

function order(fieldOrder: 'same' | 'different' | 'too-few'): string {
  switch (fieldOrder) {
    case 'same':
      return '설명의 필드 순서가 클러스터의 다른 기록과 같습니다.';
    case 'different':
      return '설명의 필드 순서가 클러스터의 다른 기록과 다릅니다.';
    case 'too-few':
      return '설명의 필드 순서를 비교할 기록이 부족합니다.';
    default:
      return absurd(fieldOrder);
  }
}

function neverAsked(witness: 'asked' | 'declared-none'): string {
  return witness === 'asked' ? '' : ' 설정에 따라 이 클러스터는 조회하지 않습니다.';
}

function deletingSince(since: Instant | undefined, period: 'within' | 'past' | 'unknown'): string {
  const start =
    since === undefined ? '시작된 시각을 알 수 없으며' : `${formatInstant(since)}에 처음 확인되었으며`;
  switch (period) {
    case 'within':
      return `${start}, 삭제 허용 시간이 지나지 않았습니다.`;
    case 'past':
      return `${start}, 삭제 허용 시간이 지났습니다.`;
    case 'unknown':
      return `${start}, 삭제 허용 시간이 지났는지 알 수 없습니다.`;
    default:
      return absurd(period);
  }
}

function lastSeen(at: Instant | undefined): string {
  return at === undefined
    ? '살아 있는 것을 확인한 실행이나 기록은 없습니다.'
    : `마지막으로 살아 있음을 확인한 시각: ${formatInstant(at)}.`;
}

function billedState(billing: Billing): string {
  switch (billing) {
    case 'billed':
      return '과금되는 상태입니다.';
    case 'not-billed':
      return '과금되지 않는 상태입니다.';
    case 'unknown':
      return '과금 여부를 알 수 없습니다.';
    default:
      return absurd(billing);
  }
}

function volumeMark(mark: VolumeMark): string {
  switch (mark) {
    case 'recorded':
      return '기록';
    case 'attached-to-marked-instance':
      return '표식이 있는 인스턴스에 연결됨';
    case 'instance-name':
      return 'Karpenter 인스턴스 이름';
    case 'kubernetes-metadata':
      return 'CSI 드라이버의 이름 또는 메타데이터';
    case 'persistent-volume':
      return 'PersistentVolume';
    default:
      return absurd(mark);
  }
}

function instanceVerdict(verdict: InstanceVerdict): string {
  switch (verdict) {
    case 'orphan':
      return '고아';
    case 'ambiguous':
      return '확인 필요';
    case 'settling':
      return '판정 대기';
    case 'in-use':
      return '사용 중';
    case 'unrelated':
      return '무관';
    default:
      return absurd(verdict);
  }
}

function createdAt(against: 'equal' | 'different' | 'unknown'): string {
  switch (against) {
    case 'equal':
      return '생성 시각이 기록과 같습니다.';
    case 'different':
      return '생성 시각이 기록과 다릅니다.';
    case 'unknown':
      return '생성 시각을 비교할 수 없습니다.';
    default:
      return absurd(against);
  }
}

function onTermination(recorded: 'deleted' | 'kept' | 'unknown'): string {
  switch (recorded) {
    case 'deleted':
      return '인스턴스와 함께 삭제되도록 설정되었습니다.';
    case 'kept':
      return '인스턴스가 삭제되어도 남도록 설정되었습니다.';
    case 'unknown':
      return '인스턴스와 함께 삭제되도록 설정되었는지는 알 수 없습니다.';
    default:
      return absurd(recorded);
  }
}
