import { raw } from 'hono/html';
import type { Report } from '../report.ts';
import { localTime } from '../terminal/page.ts';
import type { Language } from '../words/language.ts';
import { alarm } from './alarm.ts';
import { charts } from './charts.ts';
import { costs } from './cost.ts';
import { findings } from './findings.ts';
import { html } from './markup.ts';
import { contentSecurityPolicy } from './policy.ts';
import { keyrings, projects } from './projects.ts';
import { SCRIPT } from './script.ts';
import { sheetOf, time } from './sheet.ts';
import { steps } from './steps.ts';
import { STYLE } from './style.ts';
import { counts, masthead } from './summary.ts';

export interface HtmlOptions {
  readonly language: Language;
  /** IANA zone for times shown to people. */
  readonly timezone: string;
}

/**
 * The report as one HTML file that asks nobody for anything: style, script and charts are in it, and its policy lets
 * nothing else load or run. It can be read whole without its script, which only sorts and filters.
 *
 * @throws AuditFailure `config-invalid` for a time zone that is none.
 */
export function writeHtml(report: Report, options: HtmlOptions): string {
  const sheet = sheetOf(report, options);
  const { texts, words, language } = sheet;
  return html`<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy(SCRIPT, STYLE)}"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<meta name="referrer" content="no-referrer"/>
<title>${texts.page.title}, ${localTime(report.run.asOf, sheet.timezone).slice(0, 10)}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<a class="skip" href="#all">${words.skip}</a>
<main>
${masthead(sheet)}${alarm(sheet)}${counts(sheet)}${costs(sheet)}${steps(sheet)}${charts(sheet)}${findings(sheet)}${projects(sheet)}${keyrings(sheet)}</main>
<footer><p>${words.readOnly} ${words.asOf} ${time(sheet, report.run.asOf)}.</p></footer>
<script>${raw(SCRIPT)}</script>
</body>
</html>
`.toString();
}
