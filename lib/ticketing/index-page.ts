import type { ProviderInstallation } from '../ledger/help-desk.ts';
import { redactedText } from '../ledger/redaction.ts';
import type { ClusterState } from '../report/clearance/clearance.ts';
import { localTime } from '../report/terminal/page.ts';
import { printable } from '../report/words/printable.ts';
import { formatInstant, type Instant } from '../terms/instants.ts';
import { absurd } from '../terms/words.ts';
import type { Concerned } from './concerned.ts';
import { ticketTextsIn } from './language.ts';
import type { TicketTexts } from './texts.ts';
import type { Ticket, TicketInput } from './ticket.ts';

/** How many rows the index shows; the rest is in remaining.yaml. */
const ROWS_SHOWN = 50;

/** Where the provider is installed by its own procedure (karpenter-on-kakaocloud, "the parts"). */
const LOGS =
  'kubectl logs -n karpenter-kakaocloud -l app.kubernetes.io/name=karpenter-provider-kakaocloud --all-containers --prefix --timestamps --tail=-1 --since=24h > controller.log';

/** The page that the help desk reads first. What comes from outside is shown as code, so that none of it is markup. */
export function indexPage(
  input: TicketInput,
  concerned: readonly Concerned[],
  { files, gaps, redactions }: Pick<Ticket, 'files' | 'gaps' | 'redactions'>,
): string {
  const texts = ticketTextsIn(input.language);
  const { cluster, run } = input.check;
  const steps = texts.steps('what-happened.md', LOGS).map((step, n) => `${n + 1}. ${step}`);
  const parts = [
    `# ${texts.title(code(cluster.names.at(-1) ?? cluster.uid))}`,
    texts.intro(when(run.asOf, input)),
    `## ${texts.atAGlance}`,
    table(['', ''], glance(input, texts)),
    `## ${texts.toDo}`,
    steps.join('\n'),
    `## ${texts.concerned}`,
    concernedPart(concerned, texts),
    `## ${texts.contents}`,
    table(
      texts.contentColumns,
      files.map(({ path, what, bytes }) => [code(path), String(bytes.length), what]),
    ),
    `## ${texts.missing}`,
    gaps.length === 0 ? texts.nothingMissing : gaps.map((gap) => `- ${gap}`).join('\n'),
    `## ${texts.takenOut}`,
    redactions.length === 0 ? texts.nothingTakenOut : texts.wasTakenOut(redactions.length, 'redactions.txt'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function glance(input: TicketInput, texts: TicketTexts): readonly (readonly string[])[] {
  const { check, records, facts } = input;
  const { cluster, run } = check;
  const last = records.at(-1);
  const project = run.project.id === null ? texts.unknown : code(run.project.id);
  return [
    [texts.rows.name, listed(cluster.names.toReversed(), texts)],
    [texts.rows.id, listed(cluster.consoleIds, texts)],
    [texts.rows.uid, code(cluster.uid)],
    [texts.rows.project, `${code(run.project.name)} (${project}), ${code(run.project.region)}`],
    [texts.rows.state, stateOf(cluster.state, input, texts)],
    [texts.rows.chart, ofProvider(facts, input, texts, ({ chart }) => (chart === undefined ? [] : [chart]))],
    [texts.rows.image, ofProvider(facts, input, texts, ({ images }) => images)],
    [texts.rows.recorded, last === undefined ? texts.unknown : whenAt(last.recordedAt, input)],
  ];
}

type Installed = Extract<ProviderInstallation, { readonly kind: 'installed' }>;

function ofProvider(
  { provider }: TicketInput['facts'],
  input: TicketInput,
  texts: TicketTexts,
  valuesOf: (installed: Installed) => readonly string[],
): string {
  if (provider === undefined) return texts.unknown;
  const { installation, readAt } = provider;
  const value =
    installation.kind === 'installed' ? listed(valuesOf(installation), texts) : texts.notInstalled;
  return texts.asOfReading(value, whenAt(readAt, input));
}

function stateOf(state: ClusterState, input: TicketInput, { states }: TicketTexts): string {
  switch (state.kind) {
    case 'alive':
      return states.alive(code(state.phase));
    case 'deleting':
      return states.deleting(code(state.phase), state.since === null ? undefined : when(state.since, input));
    case 'gone':
      return states.gone(when(state.goneBy, input));
    case 'never-known':
      return states.neverKnown;
    case 'unreadable':
      return states.unreadable(code(state.why));
    default:
      return absurd(state);
  }
}

function concernedPart(concerned: readonly Concerned[], texts: TicketTexts): string {
  if (concerned.length === 0) return texts.nothingConcerned;
  const { kind, id, name, node, nodeClaim, verdict } = texts.columns;
  const rows = concerned
    .slice(0, ROWS_SHOWN)
    .map((one) => [
      texts.kinds[one.kind],
      code(one.id),
      codeOrNothing(one.name),
      codeOrNothing(one.node),
      codeOrNothing(one.nodeClaim),
      one.verdict ?? texts.notRead,
    ]);
  const rest = concerned.length - rows.length;
  const shown = table([kind, id, name, node, nodeClaim, verdict], rows);
  return rest === 0 ? shown : `${shown}\n\n${texts.more(rest, 'remaining.yaml')}`;
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

function listed(values: readonly string[], { unknown }: TicketTexts): string {
  return values.length === 0 ? unknown : values.map(code).join(', ');
}

function codeOrNothing(text: string | undefined): string {
  return text === undefined ? '' : code(text);
}

/** A text from outside: without secrets, on one line, and neither the end of the code nor that of a cell. */
export function code(text: string): string {
  const shown = printable(redactedText(text, '').value).replaceAll('`', "'").replaceAll('|', '\\|');
  return `\`${shown}\``;
}

function whenAt(at: Instant, input: TicketInput): string {
  return when(formatInstant(at), input);
}

function when(iso: string, { timezone }: TicketInput): string {
  return localTime(iso, timezone);
}
