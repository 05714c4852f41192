import { expect, it } from 'vitest';
import { alertProject } from '../../lib/alert.ts';
import type { Alert } from '../../lib/publish/alerts/alert.ts';
import type { AlertSettings } from '../../lib/publish/alerts/settings.ts';
import type { AlertedFinding } from '../../lib/publish/alerts/sight.ts';
import { alertText } from '../../lib/publish/alerts/text.ts';
import type { Publisher } from '../../lib/publish/publisher.ts';
import type { Language } from '../../lib/report/words/language.ts';
import { DAY_MS } from '../../lib/terms/instants.ts';
import { anId, at } from '../builders/ledger.ts';
import { memoryStore } from '../builders/memory-store.ts';
import { aReport, PLAIN, PROJECT, UNPRICED } from './alert-world.ts';

/**
 * Ten nights of a project, and what its finance channel hears of them: the audit runs at 02:00, in the quiet hours, and
 * what it found is sent at 09:05. `npx vitest run test/publish -u` writes the golden files anew; read the difference.
 */
const SETTINGS: AlertSettings = {
  ...PLAIN,
  quietHours: { from: '19:00', to: '09:00' },
  businessDays: ['mon', 'tue', 'wed', 'thu', 'fri'],
  holidays: ['2026-12-25'],
  allClear: 'daily',
};

interface StoryNight {
  readonly date: string;
  readonly happens: Readonly<Record<Language, string>>;
  readonly there: readonly number[];
  readonly complete?: false;
  readonly unpriced?: true;
}

const VOLUME = 5;

const STORY: readonly StoryNight[] = [
  {
    date: '2026-12-21',
    happens: {
      en: 'Monday. Alerting begins, some weeks after the cluster shop-old was deleted: 4 instances and 1 volume are left.',
      ko: '월요일. 클러스터 shop-old가 삭제되고 몇 주 뒤 알림을 시작한다. 인스턴스 4개와 볼륨 1개가 남아 있다.',
    },
    there: [1, 2, 3, 4, VOLUME],
  },
  {
    date: '2026-12-22',
    happens: { en: 'Tuesday. Nothing has changed.', ko: '화요일. 바뀐 것이 없다.' },
    there: [1, 2, 3, 4, VOLUME],
  },
  {
    date: '2026-12-23',
    happens: {
      en: 'Wednesday. The controller of the cluster batch lost two more instances.',
      ko: '수요일. 클러스터 batch의 컨트롤러가 인스턴스 2개를 더 놓쳤다.',
    },
    there: [1, 2, 3, 4, VOLUME, 6, 7],
  },
  {
    date: '2026-12-24',
    happens: {
      en: 'Thursday. The volumes could not be listed: the volume is absent from the report.',
      ko: '목요일. 볼륨을 조회하지 못했다. 보고서에 볼륨이 없다.',
    },
    there: [1, 2, 3, 4, 6, 7],
    complete: false,
  },
  {
    date: '2026-12-25',
    happens: {
      en: 'Friday, a holiday. One more instance is left.',
      ko: '금요일, 공휴일. 인스턴스 1개가 더 남았다.',
    },
    there: [1, 2, 3, 4, VOLUME, 6, 7, 8],
  },
  {
    date: '2026-12-26',
    happens: {
      en: 'Saturday. Somebody on call deleted instances 1 and 2.',
      ko: '토요일. 당직자가 인스턴스 1과 2를 삭제했다.',
    },
    there: [3, 4, VOLUME, 6, 7, 8],
  },
  {
    date: '2026-12-27',
    happens: { en: 'Sunday. The price book is missing.', ko: '일요일. 가격표가 없다.' },
    there: [3, 4, VOLUME, 6, 7, 8],
    unpriced: true,
  },
  {
    date: '2026-12-28',
    happens: {
      en: 'Monday. The price book is back, and a week has passed since the first message.',
      ko: '월요일. 가격표를 되찾았고, 첫 알림에서 한 주가 지났다.',
    },
    there: [3, 4, VOLUME, 6, 7, 8],
  },
  {
    date: '2026-12-29',
    happens: { en: 'Tuesday. All of it is cleaned up.', ko: '화요일. 모두 정리했다.' },
    there: [],
  },
  {
    date: '2026-12-30',
    happens: { en: 'Wednesday. Nothing is left.', ko: '수요일. 남은 것이 없다.' },
    there: [],
  },
];

/** What is there on a day; what lingers since 1 December has cost so much since. */
function findingOn(n: number, date: string, isUnpriced: boolean): AlertedFinding {
  const isVolume = n === VOLUME;
  const perDay = isVolume ? 333 : 4320;
  const days =
    (at(`${date}T00:00:00Z`) - at(n < 6 ? '2026-12-01T00:00:00Z' : '2026-12-22T00:00:00Z')) / DAY_MS;
  const isOfBatch = n > VOLUME;
  const cluster = isOfBatch ? '9c41d2e7-spot' : '2c32ae2c-general';
  return {
    resource: {
      kind: isVolume ? 'volume' : 'instance',
      id: anId(n),
      name: isVolume
        ? ''
        : `karpenter-${cluster}-${['7k2lq', 'm4n5p', 'r8s9t', 'x9k2m', '', 'a1b2c', 'd3e4f', 'g5h6j'][n - 1]}`,
      project: PROJECT,
      region: 'kr-central-2',
    },
    verdict: 'orphan',
    reason: isOfBatch ? 'claim-gone' : 'cluster-gone',
    nextStep: { code: isOfBatch ? 'restore-controller' : 'delete-in-console' },
    cost: isUnpriced
      ? UNPRICED
      : { currency: 'KRW', perDay, lingering: { min: perDay * days, max: perDay * (days + 1) } },
    ignored: null,
  };
}

it.each<Language>(['en', 'ko'])('ten nights, and what the channel hears of them (%s)', async (language) => {
  const store = memoryStore();
  let heard: Alert[] = [];
  const channel: Publisher = {
    id: 'channel',
    place: 'the channel',
    role: 'messenger',
    takes: ['alert'],
    async publish(publication) {
      if (publication.kind === 'alert') heard.push(publication.alert);
      return 'the channel';
    },
  };
  const lines: string[] = [];
  for (const { date, happens, there, complete, unpriced } of STORY) {
    heard = [];
    const asOf = `${date}T02:00:00+09:00`;
    const time = new Date(asOf).toISOString().replace('.000Z', 'Z');
    const findings = there.map((n) => findingOn(n, date, unpriced === true));
    const report = aReport({ at: time, findings, complete: complete ?? true });
    const options = {
      cloud: 'kakaocloud',
      project: PROJECT,
      reportPlace: `s3://reports/orphan-audit-${time.replaceAll(/[-:]/g, '')}.json`,
      settings: SETTINGS,
      isDryRun: false,
    };
    await alertProject({ ...options, report, now: at(asOf) }, store, [channel]);
    expect(heard, 'the night is quiet').toEqual([]);
    await alertProject({ ...options, report: null, now: at(`${date}T09:05:00+09:00`) }, store, [channel]);
    lines.push(`=== ${date}: ${happens[language]}`, '');
    const text = { language, timezone: SETTINGS.timezone, link: undefined, most: undefined };
    lines.push(...(heard.length === 0 ? ['(-)', ''] : heard.map((alert) => alertText(alert, text))));
  }
  await expect(lines.join('\n')).toMatchFileSnapshot(`./alert-story-${language}.golden.txt`);
});
