import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REASONS_OF } from '../../lib/report/prometheus/reasons.ts';
import { NEXT_STEPS } from '../../lib/verdict/judgement.ts';
import { alerts } from '../infra/prometheus-files.ts';
import { anchorsOf, withoutFences } from './anchors.ts';

const docs = new URL('../../docs/', import.meta.url);
const page = readFileSync(new URL('runbook.md', docs), 'utf8');

/** The heading's text up to the next heading of its level or above. */
function section(heading: string): string {
  const [, after = ''] = page.split(`\n${heading}\n`);
  const level = heading.indexOf(' ');
  return after.split(new RegExp(`\\n#{1,${level}} `))[0] ?? '';
}

/** What a section's `###` headings are, in their order. */
function partsOf(heading: string): readonly string[] {
  return [...section(heading).matchAll(/^### (.+)$/gm)].map(([, name = '']) => name);
}

describe('docs/runbook.md', () => {
  it('has a section for each next step, and for no other', () => {
    expect(partsOf('## By next step')).toEqual([...NEXT_STEPS]);
  });

  it('has a section for each alert, in the order of the rules, and for no other', () => {
    expect(partsOf('## By alert')).toEqual(alerts.map(({ alert }) => alert));
  });

  it.each(alerts)('says of $alert what it means and what to do', ({ alert }) => {
    const text = section(`### ${alert}`);
    expect(text).toContain('**Means:**');
    expect(text).toMatch(/\*\*Look:\*\*|\*\*Look and do:\*\*/);
    expect(text).toMatch(/\*\*Do:\*\*|\*\*Look and do:\*\*/);
  });

  it.each([
    ...new Set(
      Object.values(REASONS_OF).flatMap(({ ambiguous, held, retained }) => [
        ...ambiguous,
        ...held,
        ...retained,
      ]),
    ),
  ])('says what to find out of %s', (reason) => {
    const isForTheKeyring = reason === 'signing-key-missing';
    const rows = section('### investigate')
      .split('\n')
      .filter((line) => line.startsWith('| ') && (line.split(' | ')[0] ?? '').includes(`\`${reason}\``));
    expect(rows).toHaveLength(isForTheKeyring ? 0 : 1);
  });

  it.each(['delete-in-console', 'restore-controller', 'confirm-with-helpdesk'])(
    'sends %s through the last look before anything is deleted',
    (code) => {
      expect(section(`### ${code}`)).toContain('(#the-last-look)');
    },
  );

  it.each(['none', 'restore-keyring', 'investigate'])('has nothing deleted by %s', (code) => {
    expect(section(`### ${code}`)).not.toContain('(#the-last-look)');
    expect(section(`### ${code}`)).not.toMatch(/then delete|delete it in/i);
  });

  it('links to headings and files that are there', () => {
    const links = [...withoutFences(page).matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to);
    expect(links.length).toBeGreaterThan(20);
    for (const to of links) {
      const [path = '', anchor] = to.split('#');
      const target = path === '' ? page : readFileSync(new URL(path, docs), 'utf8');
      if (anchor !== undefined) expect(anchorsOf(target), to).toContain(anchor);
    }
  });
});
