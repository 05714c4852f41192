import type { AlertedProject } from '../alerting/result.ts';
import { alertText } from '../publish/alerts/text.ts';
import { localTime } from '../report/terminal/page.ts';
import type { Language } from '../report/words/language.ts';
import { grouped, named } from '../report/words/printable.ts';
import { absurd } from '../terms/words.ts';

export interface AlertOutcome {
  readonly dryRun: boolean;
  readonly projects: readonly AlertedProject[];
}

/** As JSON has it: an error would lose its message there. */
export function plain({ dryRun, projects }: AlertOutcome): object {
  const told = projects.map(({ failures, ...project }) => ({
    ...project,
    failures: failures.map(({ code, message, remedy }) => ({ code, message, remedy })),
  }));
  return { dryRun, projects: told };
}

/** The messages themselves, and a line on each project that has none. */
export function alertedText(
  { dryRun, projects }: AlertOutcome,
  { language, timezone }: { readonly language: Language; readonly timezone: string },
): string {
  const words = wordsIn(language);
  const text = { language, timezone, link: undefined, most: undefined };
  const time = (iso: string) => localTime(iso, timezone);
  return [
    ...(dryRun ? [`${words.dryRun}\n\n`] : []),
    ...projects.flatMap(({ alerts }) => alerts.map((alert) => `${alertText(alert, text)}\n`)),
    ...projects.flatMap((one) =>
      [...silence(one, words), ...waiting(one, words, time), ...unweighed(one, words)].map(
        (line) => `${named(one.project)}: ${line}\n`,
      ),
    ),
  ].join('');
}

function silence({ report, alerts, waiting: waits, open }: AlertedProject, words: Words): readonly string[] {
  switch (report) {
    case 'unread':
      return [words.unread];
    case 'not-in-report':
      return [words.notInReport];
    case 'other-project':
      return [words.otherProject];
    case 'stale':
      return [words.stale];
    case 'taken-in':
    case 'none':
      return alerts.length === 0 && waits === null ? [words.nothing(open)] : [];
    default:
      return absurd(report);
  }
}

function waiting(
  { waiting: waits }: AlertedProject,
  words: Words,
  time: (iso: string) => string,
): readonly string[] {
  if (waits === null) return [];
  const { items, since, until } = waits;
  return [words.waits(items, time(since), until === null ? undefined : time(until))];
}

function unweighed({ unweighed: n }: AlertedProject, words: Words): readonly string[] {
  return n === 0 ? [] : [words.unweighed(n)];
}

interface Words {
  readonly dryRun: string;
  readonly nothing: (open: number) => string;
  readonly stale: string;
  readonly notInReport: string;
  readonly otherProject: string;
  readonly unread: string;
  readonly waits: (items: number, since: string, until: string | undefined) => string;
  readonly unweighed: (n: number) => string;
}

const EN: Words = {
  dryRun: 'This is a dry run: nothing is sent and nothing remembered.',
  nothing: (open) => `nothing to tell (${open === 1 ? '1 orphan is' : `${grouped(open)} orphans are`} open)`,
  stale: 'the report is not newer than what was taken in already; it changes nothing',
  notInReport: 'the report does not tell of it; nothing is known',
  otherProject: 'the report is about another project of the cloud; it changes nothing',
  unread: 'what was alerted before could not be read; nothing is sent',
  waits: (items, since, until) =>
    `${items === 1 ? '1 change waits' : `${grouped(items)} changes wait`} since ${since}, ${until === undefined ? 'for no time that comes within a year' : `until ${until}`}`,
  unweighed: (n) =>
    `${n === 1 ? '1 orphan has' : `${grouped(n)} orphans have`} no price: a threshold of money may be reached unnoticed`,
};

const KO: Words = {
  dryRun: '시험 실행입니다. 아무것도 보내거나 기억하지 않습니다.',
  nothing: (open) => `알릴 것이 없습니다(미해결 고아 ${grouped(open)}건)`,
  stale: '이미 반영한 보고서보다 새롭지 않아 아무것도 바꾸지 않습니다',
  notInReport: '보고서에 이 프로젝트가 없어 아무것도 알 수 없습니다',
  otherProject: '보고서가 클라우드의 다른 프로젝트에 대한 것이어서 아무것도 바꾸지 않습니다',
  unread: '이전에 알린 내용을 읽지 못하여 아무것도 보내지 않습니다',
  waits: (items, since, until) =>
    `변경 ${grouped(items)}건이 ${since}부터 대기 중이며, ${until === undefined ? '1년 안에 보낼 수 있는 시간이 없습니다' : `${until}에 보냅니다`}`,
  unweighed: (n) => `고아 ${grouped(n)}건의 가격 정보가 없어, 비용 기준에 도달해도 알 수 없을 수 있습니다`,
};

function wordsIn(language: Language): Words {
  switch (language) {
    case 'en':
      return EN;
    case 'ko':
      return KO;
    default:
      return absurd(language);
  }
}
