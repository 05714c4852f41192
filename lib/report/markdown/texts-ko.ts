import { grouped } from '../words/printable.ts';
import type { MarkdownTexts } from './texts.ts';

export const markdownKo: MarkdownTexts = {
  columns: {
    name: '이름',
    id: 'ID',
    what: '종류, 생성 시각',
    owner: '소유자',
    why: '사유',
    next: '다음 조치',
    perDay: '하루 비용',
    lingering: '소유자가 사라진 뒤의 비용',
  },
  unpriced: '가격 정보 없음',
  more: (n) => `외 ${grouped(n)}건`,
  cost: (perDay, perMonth, lingering) =>
    `고아 리소스의 비용: 하루 ${perDay}, 한 달 ${perMonth}. 소유자가 사라진 뒤로 ${lingering}.`,
  withoutPrice: (n) => `고아 ${grouped(n)}건은 가격 정보가 없으므로, 합계는 최소 금액입니다.`,
  unsure: (n) => `고아 ${grouped(n)}건은 과금 여부를 알 수 없어 과금되는 것으로 계산했습니다.`,
  missingPrices: (prices) => `가격표에 없는 가격: ${prices}.`,
  missingPrice: (price, n) => `${price} (고아 ${grouped(n)}건)`,
  remedy: '해결 방법',
  notListed: (counts) => `집계만 하고 여기에 표시하지 않음: ${counts}.`,
  cut: (n, counts) =>
    `**잘림:** 자리가 부족하여 ${grouped(n)}건(${counts})을 더 표시하지 못했습니다. 전체는 \`--format json\`으로 확인할 수 있습니다.`,
  keyringUnsound: (projects) =>
    `**keyring 이상:** ${projects}. 필요한 서명 키가 없거나, 살아 있는 인스턴스와 모순됩니다. \`orphan-audit keyring status\`로 확인하십시오.`,
};
