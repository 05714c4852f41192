import type { KnownObject, ObjectsHistory } from '../ledger/facts-history.ts';
import { type Concerned, concernedIn } from './concerned.ts';
import {
  clusterDocument,
  type Document,
  objectsDocument,
  recordedDocument,
  remainingDocument,
  warningsDocument,
} from './documents.ts';
import { code, indexPage } from './index-page.ts';
import { ticketTextsIn } from './language.ts';
import type { FileName, TicketTexts } from './texts.ts';
import type { Ticket, TicketFile, TicketInput } from './ticket.ts';

/** Puts together what the help desk asks for. Pure: the same input gives the same bytes. */
export function bundle(input: TicketInput): Ticket {
  const texts = ticketTextsIn(input.language);
  const { facts, check } = input;
  const concerned = concernedIn(input);
  const nodeClaims = claimsToShow(facts.nodeClaims, concerned);
  const documents: readonly (readonly [FileName, Document])[] = [
    ['cluster.yaml', clusterDocument(input)],
    ['kcnodeclasses.yaml', objectsDocument('kcnodeclasses.yaml', facts.nodeClasses.objects)],
    ['nodepools.yaml', objectsDocument('nodepools.yaml', facts.nodePools.objects)],
    ['nodeclaims.yaml', objectsDocument('nodeclaims.yaml', nodeClaims)],
    ['warnings.yaml', warningsDocument(input)],
    ['recorded.yaml', recordedDocument(input, concerned)],
    ['remaining.yaml', remainingDocument(input)],
  ];
  const redactions = documents.flatMap(([, { paths }]) => paths);
  const gaps = gapsIn(input, facts.nodeClaims.objects.length - nodeClaims.length, texts);
  const name = check.cluster.names.at(-1) ?? check.cluster.uid;
  const files: readonly TicketFile[] = [
    fileOf('what-happened.md', texts.whatHappened(code(name)), texts),
    ...documents.map(([path, { value }]) => fileOf(path, value, texts)),
    fileOf('redactions.txt', redactions.map((path) => `${path}\n`).join(''), texts),
  ];
  const index = fileOf('index.md', indexPage(input, concerned, { files, gaps, redactions }), texts);
  return { folder: folderOf(input), files: [index, ...files], redactions, gaps };
}

function fileOf(path: FileName, text: string, { files }: TicketTexts): TicketFile {
  return { path, what: files[path], bytes: new TextEncoder().encode(text) };
}

/** Those that were there when they were last read, and those of anything that is left. */
function claimsToShow({ objects }: ObjectsHistory, concerned: readonly Concerned[]): readonly KnownObject[] {
  const names = new Set(concerned.map(({ nodeClaim }) => nodeClaim));
  return objects.filter(({ name, isThere }) => isThere || names.has(name));
}

function gapsIn(
  { facts, records, check, unread }: TicketInput,
  left: number,
  { gaps, rows }: TicketTexts,
): readonly string[] {
  const kinds = [
    ['KCNodeClass', facts.nodeClasses],
    ['NodePool', facts.nodePools],
    ['NodeClaim', facts.nodeClaims],
  ] as const;
  return [
    ...(records.length === 0 ? [gaps.noRecord] : []),
    ...(facts.provider === undefined ? [gaps.neverRecorded(`${rows.chart}, ${rows.image}`)] : []),
    ...kinds.flatMap(([kind, { readAt }]) => (readAt === undefined ? [gaps.neverRecorded(kind)] : [])),
    ...kinds.flatMap(([kind, { missing }]) =>
      missing.length === 0 ? [] : [gaps.inDamagedFile(kind, missing.map(code).join(', '))],
    ),
    ...facts.damaged.map(({ key, why }) => gaps.damagedFile(`${code(key)} (${why})`)),
    ...(left > 0 ? [gaps.left(left, 'NodeClaim')] : []),
    ...unread.map((why) => gaps.notReadNow(code(why))),
    ...check.run.problems.map(({ message }) => gaps.incomplete(code(message))),
  ];
}

/** Of characters that every file system takes: `ticket-shop-20261130T060000Z`. */
function folderOf({ check }: TicketInput): string {
  const { names, uid } = check.cluster;
  const name = (names.at(-1) ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  const at = check.run.asOf.replaceAll(/[-:]/g, '');
  return `ticket-${name === '' ? uid : name.slice(0, 40)}-${at}`;
}
