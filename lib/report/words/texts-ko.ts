import { pageKo } from '../terminal/page-ko.ts';
import { evidenceKo } from './evidence-ko.ts';
import { grouped } from './printable.ts';
import { rulesKo } from './rules-ko.ts';
import type { Texts } from './texts.ts';

export const textsKo: Texts = {
  verdicts: {
    orphan: {
      label: '고아(orphan)',
      meaning: 'Karpenter가 만들었고 소유자가 남아 있지 않음이 증명되었습니다. 다음 조치에 따라 처리합니다.',
      count: (n) => `고아 ${grouped(n)}건`,
    },
    ambiguous: {
      label: '확인 필요(ambiguous)',
      meaning:
        'Karpenter가 만든 것으로 보이나 증거가 없거나 서로 어긋납니다. 이 보고서만 보고 삭제하지 마십시오.',
      count: (n) => `확인 필요 ${grouped(n)}건`,
    },
    held: {
      label: '보류(held)',
      meaning: '고아 또는 확인 필요 인스턴스에 연결된 볼륨입니다. 해당 인스턴스와 함께 처리합니다.',
      count: (n) => `보류 ${grouped(n)}건`,
    },
    retained: {
      label: '보존(retained)',
      meaning: '인스턴스가 삭제된 뒤에도 남도록 설정된 볼륨입니다. 데이터 소유자가 결정합니다.',
      count: (n) => `보존 ${grouped(n)}건`,
    },
    settling: {
      label: '판정 대기(settling)',
      meaning: '아직 판정하기 이릅니다. 이후 실행에서 판정합니다.',
      count: (n) => `판정 대기 ${grouped(n)}건`,
    },
    'in-use': {
      label: '사용 중(in-use)',
      meaning: '현재 소유자가 있습니다.',
      count: (n) => `사용 중 ${grouped(n)}건`,
    },
    unrelated: {
      label: '무관(unrelated)',
      meaning: 'Karpenter가 만들었다는 근거가 없습니다.',
      count: (n) => `무관 ${grouped(n)}건`,
    },
  },
  reasons: {
    'no-karpenter-mark': {
      clause: 'Karpenter 표식 없음',
      sentence: '이름, 설명, 기록, 클러스터의 오브젝트 어디에서도 Karpenter와의 관련이 확인되지 않습니다.',
    },
    'claim-terminating': {
      clause: 'NodeClaim 삭제 중',
      sentence: 'NodeClaim이 삭제되고 있으며, 컨트롤러가 인스턴스도 함께 삭제할 예정입니다.',
    },
    claimed: {
      clause: '현재 NodeClaim이 소유함',
      sentence: '현재 존재하는 NodeClaim이 소유하고 있습니다.',
    },
    'node-alive': {
      clause: 'NodeClaim 없이 Ready Node가 동작 중',
      sentence:
        'Ready 상태의 Node가 인스턴스를 가리키지만 NodeClaim이 없습니다. Pod가 실행 중일 수 있으며, Karpenter는 이 인스턴스를 회수하지 않습니다.',
    },
    'instance-deleting': {
      clause: '이미 삭제 중',
      sentence: '인스턴스가 이미 삭제되고 있습니다.',
    },
    'age-unknown': {
      clause: '생성 시각을 알 수 없음',
      sentence: '신뢰할 수 있는 생성 시각이 없어, 판정해도 될 만큼 오래되었는지 확인할 수 없습니다.',
    },
    young: {
      clause: '유예 시간이 지나지 않음',
      sentence: '생성된 뒤 유예 시간이 지나지 않았습니다. 소유자가 아직 나타나지 않았을 수 있습니다.',
    },
    'identity-conflict': {
      clause: '식별 정보가 서로 어긋남',
      sentence: '이름, 설명, 서명, 기록이 가리키는 클러스터 또는 NodeClaim이 서로 다릅니다.',
    },
    'uid8-collision': {
      clause: 'uid8이 같은 클러스터가 둘 있음',
      sentence: '이름의 uid8에 해당하는 클러스터가 둘이며, 어느 쪽이 만들었는지 구분할 다른 근거가 없습니다.',
    },
    'record-conflict': {
      clause: '기록과 모순됨',
      sentence: '기록마다 클러스터나 NodeClaim이 다르거나, 생성 시각이 기록과 1초 넘게 차이 납니다.',
    },
    'created-after-deletion': {
      clause: '클러스터 삭제 이후에 생성됨',
      sentence:
        '클러스터가 삭제되고 삭제 허용 시간까지 지난 뒤에 생성되었으므로, 그 클러스터가 만든 것이 아닙니다.',
    },
    'owner-unreadable': {
      clause: '소유자가 있을 수 있는 곳을 읽지 못함',
      sentence:
        '원장(ledger), 클러스터 목록 또는 프로젝트의 어느 클러스터를 온전히 읽지 못했거나 조회하지 않도록 설정되어 있습니다. 읽지 못한 곳에 소유자가 있을 수 있습니다.',
    },
    'owner-list-shrunk': {
      clause: 'NodeClaim 목록이 지나치게 짧음',
      sentence:
        '어느 클러스터의 NodeClaim 목록이 비어 있거나 이전의 절반보다 짧은데, 그 클러스터의 표식이 있는 인스턴스는 남아 있습니다. 이 목록은 아직 신뢰하지 않습니다.',
    },
    'node-not-ready': {
      clause: 'Ready가 아닌 Node가 가리킴',
      sentence: 'Ready가 아닌 Node가 인스턴스를 가리키고 NodeClaim은 없습니다. Node가 복구될 수 있습니다.',
    },
    'claim-launching': {
      clause: '같은 이름의 NodeClaim이 기동 중',
      sentence:
        '같은 이름의 NodeClaim에 아직 provider ID가 없습니다. 바로 이 인스턴스를 기동하는 중일 수 있습니다.',
    },
    'claim-duplicated': {
      clause: '두 NodeClaim의 provider ID가 같음',
      sentence: '두 NodeClaim의 provider ID가 같고, 그중 하나가 같은 이름입니다.',
    },
    'claim-unclear': {
      clause: 'NodeClaim이 가리키는 대상이 불분명함',
      sentence:
        '같은 이름의 NodeClaim에 있는 provider ID를 해석할 수 없거나, 그 인스턴스가 존재하지 않습니다.',
    },
    'cluster-deleting': {
      clause: '클러스터 삭제 중',
      sentence:
        '클러스터가 삭제되고 있으며, 삭제 허용 시간이 지나지 않았거나 삭제가 시작된 시각을 알 수 없습니다.',
    },
    'unknown-cluster': {
      clause: '해당하는 클러스터를 알 수 없음',
      sentence: '클러스터 목록, 원장(ledger), 설정 어디에도 해당하는 클러스터가 없습니다.',
    },
    'state-unknown': {
      clause: '알 수 없는 상태 값',
      sentence: '상태 값이 없거나, 이 버전이 알지 못하는 값입니다.',
    },
    'unsupported-description-version': {
      clause: '설명의 버전을 해석할 수 없음',
      sentence: '설명에 Karpenter 표식이 있으나, 이 버전이 해석할 수 없는 형식 버전입니다.',
    },
    'signature-invalid': {
      clause: '서명이 유효하지 않음',
      sentence: '설명에 있는 서명이 명시된 키로 이 설명에 대해 만든 것이 아닙니다.',
    },
    'signature-absent': {
      clause: '있어야 할 서명이 없음',
      sentence: 'keyring과 서명 스킴이 있는데도 설명에 서명이 없습니다.',
    },
    'description-changed': {
      clause: '설명이 변경됨',
      sentence:
        '설명이 Karpenter가 쓴 내용과 다릅니다. 기록과 다르거나, 서명이 설명 전체를 포함하지 않습니다.',
    },
    'signing-key-missing': {
      clause: '서명에 쓰인 키가 keyring에 없음',
      sentence: '서명에 명시된 키가 keyring에 없어 서명을 검증할 수 없습니다.',
    },
    renamed: {
      clause: '이름이 변경됨',
      sentence: 'Karpenter가 붙인 이름이 아니거나, 기록된 이름과 다릅니다.',
    },
    unproven: {
      clause: '소유 관계가 증명되지 않음',
      sentence:
        '고유한 이름에 대한 유효한 서명도, 변경 없이 온전한 기록도 없어 소유 관계를 증명할 수 없습니다.',
    },
    twin: {
      clause: '같은 이름의 인스턴스가 또 있음',
      sentence:
        '기록이 없고 같은 이름의 다른 인스턴스가 있습니다. 둘 중 하나는 사람이 만든 복제본일 수 있습니다.',
    },
    'first-sighting': {
      clause: '소유자가 없으나 확인 횟수가 부족함',
      sentence: '클러스터가 살아 있으며, 소유자가 없음을 연속으로 확인한 횟수가 아직 부족합니다.',
    },
    'cluster-gone': {
      clause: '클러스터가 삭제됨',
      sentence: '클러스터가 삭제되었음이 증명되었고, 현재 소유자가 없습니다.',
    },
    'cluster-stuck-deleting': {
      clause: '클러스터가 삭제 중 상태에서 멈춤',
      sentence: '클러스터가 삭제 허용 시간을 넘도록 삭제 중이며, 현재 소유자가 없습니다.',
    },
    'duplicate-launch': {
      clause: 'NodeClaim이 다른 인스턴스를 소유함',
      sentence:
        '같은 이름의 NodeClaim이 다른 인스턴스를 가리킵니다. 이 인스턴스는 중복으로 기동된 뒤 남겨졌습니다.',
    },
    'claim-gone': {
      clause: 'NodeClaim이 사라짐',
      sentence: '클러스터는 살아 있으나, 소유하던 NodeClaim이 사라졌습니다.',
    },
    brake: {
      clause: '고아가 한꺼번에 너무 많아 판정을 보류함',
      sentence:
        '이번 실행에서 클러스터의 표식이 있는 인스턴스 중 절반이 넘는 수가 한꺼번에 고아로 판정될 뻔했습니다. 읽은 내용에 문제가 있을 가능성이 더 큽니다.',
    },
    'not-confirmed': {
      clause: '재확인하지 못함',
      sentence: '고아로 판정되었으나, 리소스 자신이나 클러스터, NodeClaim, Node를 다시 읽지 못했습니다.',
    },
    'persistent-volume in use': {
      clause: 'PersistentVolume이 사용함',
      sentence: '살아 있는 클러스터의 PersistentVolume이 이 볼륨을 가리킵니다. 마운트 여부와는 무관합니다.',
    },
    'persistent-volume unknown': {
      clause: 'PersistentVolume이었으나 현재는 없음',
      sentence:
        '이름이나 메타데이터로 보아 어느 클러스터의 PersistentVolume이었으나, 현재 가리키는 PersistentVolume이 없습니다. 누군가에게 필요한 데이터가 있을 수 있습니다.',
    },
    'attachment-disagrees': {
      clause: '연결 여부가 불분명함',
      sentence: '볼륨 정보와 인스턴스의 볼륨 목록이 말하는 연결 상태가 서로 다릅니다.',
    },
    'attached held': {
      clause: '고아 또는 확인 필요 인스턴스에 연결됨',
      sentence: '고아 또는 확인 필요로 판정된 인스턴스에 연결되어 있습니다.',
    },
    'attached alike': {
      clause: '연결된 인스턴스의 판정을 따름',
      sentence: '인스턴스에 연결되어 있어, 그 인스턴스의 판정을 따릅니다.',
    },
    'attached-to-missing-instance': {
      clause: '없는 인스턴스에 연결되어 있음',
      sentence: '인스턴스에 연결된 것으로 나오지만, 그 인스턴스가 존재하지 않습니다.',
    },
    'volume-deleting': {
      clause: '이미 삭제 중',
      sentence: '볼륨이 이미 삭제되고 있습니다.',
    },
    'in-transition': {
      clause: '상태 전환 중',
      sentence: '곧 바뀔 상태이며, 이 상태가 된 지 하루가 지나지 않았습니다.',
    },
    'stuck-in-transition': {
      clause: '상태 전환이 하루 넘게 멈춤',
      sentence: '곧 바뀌어야 할 상태에 하루 이상 머물러 있습니다.',
    },
    'creation-time-mismatch': {
      clause: '생성 시각이 기록과 다름',
      sentence: '생성 시각이 기록과 1초 넘게 차이 납니다.',
    },
    detached: {
      clause: '남아 있는 인스턴스에서 분리됨',
      sentence: '함께 기록된 인스턴스가 아직 존재합니다. 누군가 볼륨을 분리한 것입니다.',
    },
    'kept-on-termination': {
      clause: '인스턴스 삭제 후에도 유지하도록 설정됨',
      sentence: '인스턴스와 함께 삭제되지 않는 볼륨으로 기록되어 있습니다.',
    },
    'attached-later': {
      clause: '나중에 연결됨(사람이 사용함)',
      sentence:
        '인스턴스와 함께 생성되지 않았거나 다른 인스턴스에서 확인된 적이 있습니다. 사람이 사용한 볼륨입니다.',
    },
  },
  changes: {
    'claim-terminating': '컨트롤러가 인스턴스를 삭제하면 목록에서 사라집니다. 다음 실행에서 다시 확인합니다.',
    'instance-deleting': '삭제가 끝나면 목록에서 사라집니다. 다음 실행에서 다시 확인합니다.',
    young: '유예 시간이 지난 뒤 첫 실행에서 판정합니다.',
    'owner-unreadable': '모두 읽은 실행에서 판정합니다. 이번 실행의 문제와 해결 방법을 확인하십시오.',
    'owner-list-shrunk':
      '목록이 이전 길이를 되찾거나, 유예 시간 이상 지난 뒤 다시 온전히 읽어도 똑같이 짧으면 그 목록을 신뢰합니다.',
    'claim-launching': 'NodeClaim에 provider ID가 생기면, 이 인스턴스의 소유 여부가 정해집니다.',
    'cluster-deleting': '클러스터가 삭제되거나 삭제 허용 시간을 넘기면 판정합니다.',
    'unknown-cluster':
      '설정의 clusters[]에 클러스터의 uid를(이미 삭제되었다면 deletedAt도) 적으면 알려진 클러스터가 됩니다.',
    'signing-key-missing': '빠진 키를 keyring에 되돌리면 다음 실행에서 서명을 검증할 수 있습니다.',
    unproven:
      '인스턴스라면, 증거에 서명을 검증하지 못했다고 나온 경우 서명을 검증할 수 있게 하면 됩니다. 해당 클러스터의 keyring을 설정하거나, 살아 있는 인스턴스가 있을 때 `orphan-audit keyring calibrate`로 서명 스킴을 찾으십시오. 서명에 쓰였으나 더 이상 알 수 없는 정보는 되살릴 수 없으며, 소유자가 사라진 뒤에 남긴 기록은 증거가 되지 않습니다.',
    'first-sighting':
      '마지막으로 인정된 실행에서 유예 시간 이상 지난 뒤의 온전한 실행이 다음 확인으로 인정됩니다. 그 사이에 NodeClaim이 나타나면 처음부터 다시 셉니다.',
    brake: '유예 시간 이상 지난 다음의 온전한 실행에서도 결과가 같으면 보류를 풉니다.',
    'not-confirmed': '리소스와 소유자를 다시 읽을 수 있는 실행에서 판정합니다.',
    'volume-deleting': '삭제가 끝나면 목록에서 사라집니다. 다음 실행에서 다시 확인합니다.',
    'in-transition': '상태 전환이 끝나면 판정합니다. 하루가 지나도 그대로이면 확인 필요로 바뀝니다.',
    attached: '연결된 인스턴스의 판정이 바뀌거나, 볼륨이 인스턴스에서 분리되면 바뀝니다.',
  },
  warnings: {
    renamed: '이름이 변경되어 Karpenter가 회수할 수 없음',
    'description-changed': '설명이 변경되어 Karpenter가 회수할 수 없음',
    'unmanaged-node': 'NodeClaim이 없어 Karpenter가 회수하지 않음',
    'has-snapshots': '스냅샷이 있음',
    'snapshots-unknown': '스냅샷 유무를 알 수 없음',
  },
  assurances: {
    'signed-and-recorded': '서명과 기록으로 증명됨',
    signed: '서명으로 증명됨',
    recorded: '기록으로 증명됨',
  },
  nextSteps: {
    none: { short: '조치 없음', text: '조치할 것이 없습니다.' },
    'restore-controller': {
      short: '컨트롤러 복구',
      text: '기존 keyring을 그대로 사용하여 Karpenter 컨트롤러를 복구하고, 컨트롤러가 직접 회수하게 하십시오. 새 keyring을 만들지 마십시오. 복구할 수 없을 때에만 증거를 대조한 뒤 콘솔에서 삭제하십시오.',
    },
    'delete instance': {
      short: '콘솔에서 삭제',
      text: '`orphan-audit explain ID`를 한 번 더 실행하여 지금 상태를 확인하십시오. ID와 이름을 대조한 뒤 콘솔의 Virtual Machine > 인스턴스에서 삭제하십시오.',
    },
    'delete volume': {
      short: '콘솔에서 삭제',
      text: '`orphan-audit explain ID`를 한 번 더 실행하여 지금 상태를 확인하십시오. ID와 생성 시각을 대조하고, 연결된 인스턴스가 없음을 확인한 뒤 콘솔에서 볼륨을 삭제하십시오.',
    },
    'confirm-with-helpdesk': {
      short: '헬프데스크에 먼저 문의',
      text: '아직 아무것도 삭제하지 마십시오. 클러스터의 이름과 ID, 인스턴스와 볼륨의 ID, 발생 시각, 변경한 내용을 정리하여 헬프데스크(헬프데스크 > 기술 문의)에 문의하십시오.',
    },
    'restore-keyring': {
      short: '서명 키 복구',
      text: '빠진 서명 키를 백업에서 keyring으로 되돌린 뒤 감사를 다시 실행하십시오. 대신 새 키를 만들지 말고, 그때까지 아무것도 삭제하지 마십시오.',
    },
    'investigate ambiguous': {
      short: '삭제하지 말고 조사',
      text: '삭제하지 마십시오. `orphan-audit explain ID`로 어떤 증거가 없거나 어긋나는지 확인하고, 누가 만들었으며 누가 사용하는지 조사하십시오.',
    },
    'investigate held': {
      short: '인스턴스 처리까지 대기',
      text: '연결된 인스턴스가 정리될 때까지 볼륨을 그대로 두십시오. 볼륨은 그 인스턴스와 함께만 처리합니다.',
    },
    'investigate retained': {
      short: '데이터 소유자에게 확인',
      text: '데이터 소유자에게 확인하십시오. 인스턴스가 삭제된 뒤에도 남도록 설정된 볼륨이므로, 삭제 여부는 데이터 소유자만 결정할 수 있습니다.',
    },
  },
  standingAdvice: [
    '클러스터의 인스턴스가 하나도 남지 않을 때까지 keyring과 그 백업을 보관하십시오.',
    'NodeClaim의 finalizer를 직접 제거하지 마십시오.',
    '볼륨은 연결된 인스턴스가 없을 때에만 삭제하고, force나 cascade 옵션은 사용하지 마십시오.',
  ],
  rules: rulesKo,
  evidence: evidenceKo,
  page: pageKo,
};
