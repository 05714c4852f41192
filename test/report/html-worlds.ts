import type { Finding, FindingCost, Report, ReportedKeyring } from '../../lib/report/report.ts';
import type { Language } from '../../lib/report/words/language.ts';
import { aJudgedInstance, aJudgedVolume, someProjectVerdicts } from '../builders/judged.ts';
import { anId } from '../builders/ledger.ts';
import { aftermath, reportOf } from './worlds.ts';

const HOURS_PER_MONTH = 730;

/** A price to the hour, and since when; what follows from it is computed as the cost stage does. */
export function cost(
  perHour: number,
  currency: string,
  since: FindingCost['since'],
  asOf: string,
): FindingCost {
  const hoursFrom = (from: string | null) =>
    from === null ? 0 : Math.max(0, Date.parse(asOf) - Date.parse(from)) / 3_600_000;
  return {
    currency,
    perHour,
    perDay: perHour * 24,
    perMonth: perHour * HOURS_PER_MONTH,
    since,
    lingering: { min: perHour * hoursFrom(since.latest), max: perHour * hoursFrom(since.earliest) },
    missingPrices: [],
  };
}

/** The report with these costs, by the findings' places, and a summary that fits them. */
export function withCosts(report: Report, costs: ReadonlyMap<number, FindingCost>): Report {
  const findings = report.findings.map((finding, at) => ({
    ...finding,
    cost: costs.get(at) ?? finding.cost,
  }));
  const orphans = findings.filter(({ verdict, ignored }) => verdict === 'orphan' && ignored === null);
  const currencies = [...new Set(orphans.flatMap(({ cost: { currency } }) => currency ?? []))];
  const [main, ...others] = currencies.map((currency) => totalOf(orphans, currency));
  const missing = orphans.flatMap(({ cost }) => cost.missingPrices);
  return {
    ...report,
    summary: {
      ...report.summary,
      cost: {
        ...report.summary.cost,
        ...main,
        unsure: 0,
        unpriced: orphans.filter(({ cost: { perDay } }) => perDay === null).length,
        otherCurrencies: others,
        missingPrices: [...new Set(missing)].map((price) => ({
          price,
          count: missing.filter((one) => one === price).length,
        })),
      },
    },
    findings,
  };
}

function totalOf(orphans: readonly Finding[], currency: string) {
  const mine = orphans.filter(({ cost }) => cost.currency === currency).map(({ cost }) => cost);
  const sum = (of: (cost: FindingCost) => number | null | undefined) =>
    mine.reduce((total, one) => total + (of(one) ?? 0), 0);
  return {
    currency,
    perHour: sum(({ perHour }) => perHour),
    perDay: sum(({ perDay }) => perDay),
    perMonth: sum(({ perMonth }) => perMonth),
    lingering: { min: sum(({ lingering }) => lingering?.min), max: sum(({ lingering }) => lingering?.max) },
  };
}

/** Something of every verdict; one orphan has a price in won, one in dollars, one lacks its price. */
export function pricedAftermath(language: Language): Report {
  const report = aftermath(language);
  const { asOf } = report.run;
  const since = { earliest: '2026-11-21T09:00:00Z', latest: '2026-11-21T15:00:00Z' };
  const orphans = report.findings.flatMap(({ verdict, ignored }, at) =>
    verdict === 'orphan' && ignored === null ? [at] : [],
  );
  const [first = 0, second = 0, third = 0] = orphans;
  const lacking = report.findings[second]?.cost;
  if (lacking === undefined) throw new Error('the world has too few orphans');
  return withKeyrings(
    withCosts(
      report,
      new Map([
        [first, cost(96.5, 'KRW', since, asOf)],
        [second, { ...lacking, missingPrices: ['instance type p2a.16xlarge'] }],
        [
          third,
          cost(0.0125, 'USD', { earliest: '2026-11-24T00:00:00Z', latest: '2026-11-25T12:00:00Z' }, asOf),
        ],
      ]),
    ),
  );
}

const KEYRING: ReportedKeyring = {
  clusters: ['shop', 'shop-old'],
  sound: false,
  keep: true,
  advice: '3 instances of its clusters are left: keep it and its backup',
  keys: [
    {
      id: '2026-05',
      role: 'active',
      live: 14,
      leftover: 3,
      firstSeenAt: '2026-05-02T01:00:00Z',
      lastSeenAt: '2026-11-30T06:00:00Z',
      retirable: false,
      why: 'it is the active key',
    },
    {
      id: '2025-11',
      role: 'missing',
      live: null,
      leftover: 1,
      firstSeenAt: '2026-11-30T06:00:00Z',
      lastSeenAt: '2026-11-30T06:00:00Z',
      retirable: false,
      why: '1 instance carries its signature',
    },
    {
      id: '2024-01',
      role: 'retired',
      live: 0,
      leftover: 0,
      firstSeenAt: null,
      lastSeenAt: null,
      retirable: true,
      why: 'no instance has carried it for 30 days',
    },
  ],
};

function withKeyrings(report: Report): Report {
  const projects = report.run.projects.map((project) => ({
    ...project,
    lastCompleteAt: report.run.asOf,
    lastRecordAt: '2026-11-30T05:00:00Z',
    keyrings: [KEYRING],
  }));
  return { ...report, run: { ...report.run, projects } };
}

/** So many findings, the orphans of which come from twenty clusters and linger for up to a hundred days. */
export function crowd(language: Language, count: number): Report {
  const small = pricedAftermath(language);
  const findings = Array.from({ length: count }, (_, n): Finding => {
    const model = small.findings[n % small.findings.length];
    if (model === undefined) throw new Error('the world is empty');
    const id = `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`;
    const uid8 = String(10_000_000 + (n % 20));
    return {
      ...model,
      resource: { ...model.resource, id, name: `${model.resource.name}-${n}` },
      owner: { clusterUid: null, uid8, clusterName: `cluster-${n % 20}`, nodeClaim: `general-${n}` },
    };
  });
  const { asOf } = small.run;
  const costs = new Map(
    findings
      .map(({ verdict }, n) => {
        const from = Date.parse(asOf) - ((n % 100) + 1) * 86_400_000;
        const since = {
          earliest: new Date(from).toISOString(),
          latest: new Date(from + 3_600_000 * (n % 24)).toISOString(),
        };
        return [n, cost(50 + (n % 50), 'KRW', since, asOf), verdict] as const;
      })
      .flatMap(([n, one, verdict]) => (verdict === 'orphan' ? [[n, one] as const] : [])),
  );
  return withCosts({ ...small, findings }, costs);
}

/** What the golden files show: one orphan with a price, and a volume that its instance holds. */
export function smallWorld(language: Language): Report {
  const report = reportOf({
    language,
    projects: [
      someProjectVerdicts({
        judged: [
          aJudgedInstance(),
          aJudgedVolume({
            resource: {
              status: 'in_use',
              state: 'in-use',
              instanceId: anId(1),
              saysAttached: true,
            },
            evidence: {
              attachment: { kind: 'attached', instanceId: anId(1), verdict: 'orphan' },
              state: { kind: 'in-use', status: 'in_use' },
            },
            judgement: {
              verdict: 'held',
              reason: 'attached',
              by: { table: 'volumes', rule: 4 },
              warnings: [],
            },
            nextStep: 'investigate',
            goneSince: { earliest: undefined, latest: undefined },
          }),
        ],
      }),
    ],
  });
  const since = { earliest: '2026-11-21T09:00:00Z', latest: '2026-11-21T15:00:00Z' };
  return withKeyrings(withCosts(report, new Map([[0, cost(96.5, 'KRW', since, report.run.asOf)]])));
}
