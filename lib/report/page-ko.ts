import { grouped } from './printable.ts';
import type { PageTexts } from './texts.ts';

export const pageKo: PageTexts = {
  title: 'Karpenter 고아 리소스 감사',
  projects: '프로젝트: ',
  run: '실행: ',
  ignoredCount: (n) => `제외 ${grouped(n)}건`,
  listed: (instances, volumes) => `조회 대상: ${instances}, ${volumes}`,
  instances: (n) => `인스턴스 ${grouped(n)}개`,
  volumes: (n) => `볼륨 ${grouped(n)}개`,
  instancesNotListed: '인스턴스 조회 실패',
  volumesNotListed: '볼륨 조회 실패',
  orphansAre: (parts) => `고아 리소스: ${parts}`,
  size: (gib, isAtLeast) => `${isAtLeast ? '최소 ' : ''}${grouped(gib)} GiB`,
  billedOf: (billed, all) => `${grouped(all)}건 중 ${grouped(billed)}건이 현재 상태에서 과금됨`,
  billingUnknownOf: (n) => `${grouped(n)}건은 과금 여부를 알 수 없음`,
  cost: (perDay, perMonth, unpriced) =>
    unpriced === 0
      ? `비용: 하루 ${perDay}, 한 달 ${perMonth}`
      : `비용: 최소 하루 ${perDay}, 한 달 ${perMonth} (가격을 모르는 ${grouped(unpriced)}건 제외)`,
  unpriced: (n) => `비용: 알 수 없음 (고아 ${grouped(n)}건의 가격 정보가 없음)`,
  incomplete: (projects) => `불완전한 실행: ${projects}`,
  incompleteMeans:
    '읽지 못한 것이 있습니다. 이 보고서에 없는 리소스가 남아 있을 수 있으며, 고아로 판정된 것만 증명된 것입니다.',
  incompleteUnnamed:
    '실패한 호출은 없습니다. 확인 필요 항목의 사유를 보십시오. 소유자일 수 있는 클러스터를 온전히 읽지 못했습니다.',
  problems: '문제',
  nothingLeft: (looked) =>
    `남겨진 리소스가 없습니다. ${looked}를 확인했으며, Karpenter가 소유자 없이 남긴 것은 없습니다.`,
  nothingProven: (looked, pending) =>
    `남겨진 것으로 증명된 리소스가 없습니다. 다만 ${pending}은 아직 판정하기 이릅니다. ${looked}를 확인했습니다.`,
  nothingFoundIncomplete: '발견된 것은 없으나 실행이 불완전합니다. 남겨진 리소스가 없다는 뜻이 아닙니다.',
  columnResource: '리소스',
  columnWhat: '종류, 경과',
  columnOwner: '소유자',
  columnWhy: '사유',
  columnNext: '다음 조치',
  columnWhyAndNext: '사유 -> 다음 조치',
  kinds: { instance: '인스턴스', volume: '볼륨' },
  noName: '(이름 없음)',
  unknown: '알 수 없음',
  age: (amount, unit) => {
    const units = { minutes: '분', hours: '시간', days: '일' };
    return `${grouped(amount)}${units[unit]}`;
  },
  ageUnknown: '경과 미상',
  ageInFuture: '미래 시각',
  attachedTo: (instance) => `연결: ${instance}`,
  inProject: (name) => `프로젝트: ${name}`,
  notShown: (counts) => `표시하지 않음: ${counts} (--all 옵션으로 표시)`,
  ignored: '제외(ignored)',
  ignoredMeans: '정해진 날짜까지 집계와 알림에서 제외합니다.',
  ignoredUntil: (reason, until) => `${until}까지 제외: ${reason}`,
  whatNext: '다음 조치',
  always: '항상 지킬 것',
  explanation: {
    project: '프로젝트',
    zone: '가용 영역',
    status: '상태',
    billed: '과금됨',
    notBilled: '과금되지 않음',
    billingUnknown: '과금 여부를 알 수 없음',
    created: '생성 시각',
    flavor: '인스턴스 유형',
    size: '크기',
    attachedTo: '연결된 인스턴스',
    notAttached: '없음',
    owner: '소유자',
    noOwner: '알 수 없음',
    verdict: '판정',
    reason: '사유',
    rule: '규칙',
    proof: '근거',
    evidence: '증거',
    change: '판정이 바뀌는 조건',
    nextStep: '다음 조치',
  },
};
