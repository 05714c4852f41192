import { formatInstant } from '../../terms/instants.ts';
import { absurd } from '../../terms/words.ts';
import { printable } from '../words/printable.ts';
import type { KeyringTexts } from './texts.ts';

export const KEYRING_KO: KeyringTexts = {
  retirable: (it) => {
    if (it.kind === 'yes')
      return '제거해도 됩니다. 유예 기간 동안 이 프로젝트에 이 키를 가진 인스턴스가 없었습니다';
    switch (it.why) {
      case 'active':
        return '유지: 새 인스턴스가 이 키로 서명됩니다';
      case 'listing-incomplete':
        return '유지: 인스턴스 목록, 클러스터 목록 또는 원장(ledger)을 전부 읽지 못했습니다';
      case 'not-watched-long-enough':
        return '당분간 유지: 유예 기간이 지난 완전한 감사가 아직 없습니다';
      case 'carried':
        return `유지: 인스턴스 ${it.instances}개가 이 키를 가지고 있습니다`;
      case 'keys-unknown':
        return `유지: 인스턴스 ${it.instances}개의 키를 알 수 없으며, 이 키일 수 있습니다`;
      case 'carried-lately':
        return `당분간 유지: 최근까지 이 키를 가진 인스턴스가 있었습니다. ${formatInstant(it.until)} 이후 다시 확인하십시오`;
      default:
        return absurd(it);
    }
  },
  missing: ({ live, leftover }) =>
    `keyring에 없는 키인데 인스턴스 ${live + leftover}개가 가지고 있습니다. 백업에서 복원하십시오`,
  keep: (it) => {
    if (it.kind === 'no-instance-left')
      return '이 프로젝트에는 이 keyring으로 증명할 인스턴스가 남아 있지 않습니다. `orphan-audit check`로 클러스터 정리가 확인되면 이 프로젝트에는 더 이상 필요하지 않습니다.';
    switch (it.why) {
      case 'instances-left':
        return `keyring과 그 백업을 보관하십시오. 증명에 필요할 수 있는 인스턴스가 ${it.instances}개 남아 있습니다.`;
      case 'listing-incomplete':
        return 'keyring과 그 백업을 보관하십시오. 인스턴스 목록, 클러스터 목록 또는 원장(ledger)을 전부 읽지 못했습니다.';
      case 'not-watched-long-enough':
        return 'keyring과 그 백업을 보관하십시오. 유예 기간이 지난 완전한 감사가 아직 없습니다.';
      case 'instances-lately':
        return `keyring과 그 백업을 보관하십시오. 최근까지 인스턴스가 있었습니다. ${formatInstant(it.until)} 이후 다시 확인하십시오.`;
      default:
        return absurd(it);
    }
  },
  roles: { active: '활성', retired: '이전', missing: '없음' },
  clusters: (clusters) =>
    clusters === 'all' ? '모든 클러스터' : `클러스터 ${clusters.map((name) => printable(name)).join(', ')}`,
  sound: '정상',
  unsound: '이상 있음',
  noKeyring: '설정된 keyring이 없어 서명을 검증하지 않습니다',
  notRead: '아무것도 읽지 못했습니다. 원인은 따로 표시됩니다',
  noScheme:
    '서명 스킴이 아직 없어 어떤 키가 무엇에 서명했는지 알 수 없습니다. orphan-audit keyring calibrate로 찾으십시오',
  scheme: (formula) => `서명 스킴: ${formula}`,
  seen: (first, last) => `확인된 기간 ${first} ~ ${last}`,
  neverSeen: '이 키를 가진 것으로 확인된 인스턴스가 없습니다',
  carriers: (live, leftover) => `소유자 있음 ${live}개, 남은 것 ${leftover}개`,
  notListed: '인스턴스 목록을 읽지 못함',
};
