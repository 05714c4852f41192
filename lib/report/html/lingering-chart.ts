import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { formatInstant, instantFromMs, parseInstant } from '../../terms/instants.ts';
import type { Finding } from '../report.ts';
import { localTime } from '../terminal/page.ts';
import { money } from '../words/money.ts';
import { grouped } from '../words/printable.ts';
import { CHART_WIDTH, figure, rounded } from './figure.ts';
import { type BandPoint, lingeringBand } from './lingering-band.ts';
import { type Html, html } from './markup.ts';
import { range, type Sheet } from './sheet.ts';
import { timeTicks } from './time-ticks.ts';

const HEIGHT = 200;
const TOP = 14;
const BOTTOM = 22;

/** The band of what the present orphans have cost since their owners went, of one currency. */
export function lingeringChart(
  sheet: Sheet,
  orphans: readonly Finding[],
  currency: string,
  id: string,
): Html {
  const words = sheet.words.charts;
  const asOf = parseInstant(sheet.report.run.asOf);
  const band = asOf === undefined ? [] : lingeringBand(orphans, asOf);
  const [first, last] = [band.at(0), band.at(-1)];
  if (first === undefined || last === undefined || last.max === 0)
    return html`<p>${words.notOverTime}</p>
`;
  return figure({
    id,
    height: HEIGHT,
    title: words.overTime(currency),
    says: words.overTimeSays(local(sheet, first.at), local(sheet, last.at), range(sheet, last, currency)),
    drawing: drawing(band, first.at, last, sheet.timezone),
    figuresLabel: words.figures,
    columns: [words.date, words.atLeast, words.atMost],
    rows: rowsOf(sheet, band, currency),
  });
}

function drawing(band: readonly BandPoint[], from: number, last: BandPoint, timezone: string): Html {
  const x = scaleLinear([from, last.at], [0, CHART_WIDTH]);
  const y = scaleLinear([0, last.max], [HEIGHT - BOTTOM, TOP]).nice(4);
  const edge = (of: 'min' | 'max') =>
    line<BandPoint>(
      (point) => x(point.at),
      (point) => y(point[of]),
    ).digits(1)(band) ?? '';
  const between = area<BandPoint>(
    (point) => x(point.at),
    (point) => y(point.min),
    (point) => y(point.max),
  ).digits(1);
  return html`<path class="band" d="${between(band) ?? ''}"/>${y
    .ticks(4)
    .map(
      (tick) =>
        html`<path class="grid" d="M0,${rounded(y(tick))}H${CHART_WIDTH}"/>${tick === 0 ? undefined : html`<text x="0" y="${rounded(y(tick) - 3)}">${grouped(tick)}</text>`}`,
    )}<path class="edge low" d="${edge('min')}"/><path class="edge" d="${edge('max')}"/>${timeTicks(
    from,
    last.at,
    timezone,
    5,
  ).map(
    ({ at, label }) =>
      html`<path class="grid" d="M${rounded(x(at))},${HEIGHT - BOTTOM}v5"/><text x="${rounded(x(at))}" y="${HEIGHT - 5}" text-anchor="${anchorAt(x(at))}">${label}</text>`,
  )}`;
}

/** A label at either end must not be cut off by it. */
function anchorAt(x: number): string {
  if (x < 24) return 'start';
  return x > CHART_WIDTH - 24 ? 'end' : 'middle';
}

/** A few moments of the band, the last one among them. */
function rowsOf(sheet: Sheet, band: readonly BandPoint[], currency: string): readonly (readonly string[])[] {
  const every = Math.ceil((band.length - 1) / 6);
  return band
    .filter((_, at) => at % every === 0)
    .map(({ at, min, max }) => [local(sheet, at), money(min, currency), money(max, currency)]);
}

function local({ timezone }: Sheet, ms: number): string {
  return localTime(formatInstant(instantFromMs(Math.round(ms))), timezone);
}
