import { html as tag } from 'hono/html';
import { AuditFailure } from '../../terms/failure.ts';
import { printable } from '../words/printable.ts';

/** Markup that is finished: every text in it has been escaped. */
export type Html = Extract<ReturnType<typeof tag>, string>;

const ASCII = /^[\x20-\x7e]*$/;

/** What may stand in a template. A text is only ever text, never markup; what is absent leaves nothing. */
export type Part = string | number | Html | undefined | readonly Part[];

/**
 * Markup of the page. Every text goes through {@link printable} and is escaped here, at the one door to the page: no name
 * can become an element, hide itself, or reorder the line that it stands in.
 *
 * @throws AuditFailure `internal` if a part is not there yet.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const markup = tag(strings, ...parts.map(harmless));
  if (markup instanceof Promise) {
    throw new AuditFailure(
      'internal',
      'a part of the HTML report is a promise',
      'please report it with the output of --verbose',
    );
  }
  return markup;
}

function harmless(part: Part): Part {
  if (typeof part === 'string') return isPlain(part) ? part : printable(part);
  return isList(part) ? part.map(harmless) : part;
}

/** What {@link printable} leaves as it is, told apart quickly: most of the thousands of texts of a long report. */
function isPlain(text: string): boolean {
  return ASCII.test(text) && !text.includes('  ');
}

function isList(part: Part): part is readonly Part[] {
  return Array.isArray(part);
}

/** A sentence of ours in which back quotes enclose what is typed. */
export function sentence(text: string): Html {
  const parts = text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part));
  return html`${parts}`;
}
