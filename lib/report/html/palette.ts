/** The colours of the page, by what they are for. */
export interface Palette {
  readonly page: string;
  readonly card: string;
  readonly ink: string;
  readonly faint: string;
  /** Of what only decorates. */
  readonly line: string;
  /** Of what can be worked: it must be seen. */
  readonly edge: string;
  readonly accent: string;
  readonly band: string;
  readonly alarm: string;
  readonly alarmCard: string;
  readonly caution: string;
  readonly cautionCard: string;
  readonly calm: string;
  readonly calmCard: string;
}
export type Colour = keyof Palette;

export const LIGHT: Palette = {
  page: '#ffffff',
  card: '#f4f6f8',
  ink: '#1b1f24',
  faint: '#525b66',
  line: '#d5dae0',
  edge: '#77818c',
  accent: '#0a53b0',
  band: '#a9cdf5',
  alarm: '#a00c24',
  alarmCard: '#ffebe9',
  caution: '#744700',
  cautionCard: '#fff3d1',
  calm: '#115c28',
  calmCard: '#dff8e4',
};

export const DARK: Palette = {
  page: '#0f1319',
  card: '#181e26',
  ink: '#e7ecf2',
  faint: '#a3adb8',
  line: '#333b45',
  edge: '#7d8895',
  accent: '#7cc0ff',
  band: '#1f4f80',
  alarm: '#ffb4ae',
  alarmCard: '#42161a',
  caution: '#f3cf6b',
  cautionCard: '#352900',
  calm: '#84e893',
  calmCard: '#10301a',
};

/** Each text on each ground that it stands on: a contrast of at least 4.5 (WCAG 2.2, 1.4.3). */
export const TEXT_ON: readonly (readonly [Colour, Colour])[] = [
  ['ink', 'page'],
  ['ink', 'card'],
  ['ink', 'band'],
  ['ink', 'alarmCard'],
  ['faint', 'page'],
  ['faint', 'card'],
  ['accent', 'page'],
  ['accent', 'card'],
  ['alarm', 'page'],
  ['alarm', 'card'],
  ['alarm', 'alarmCard'],
  ['caution', 'page'],
  ['caution', 'card'],
  ['caution', 'cautionCard'],
  ['calm', 'page'],
  ['calm', 'calmCard'],
];

/** Each edge, bar and line that says something, on its ground: at least 3 (WCAG 2.2, 1.4.11). */
export const SHAPE_ON: readonly (readonly [Colour, Colour])[] = [
  ['edge', 'page'],
  ['edge', 'card'],
  ['accent', 'page'],
  ['accent', 'card'],
  ['accent', 'band'],
  ['alarm', 'alarmCard'],
];

/** The palette as custom properties of CSS. */
export function properties(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';');
}
