import { type Html, html } from './markup.ts';

/** Of the drawing's own units: about as many pixels on a phone, so that its letters can be read there. */
export const CHART_WIDTH = 360;

export interface Figure {
  /** Letters and digits. */
  readonly id: string;
  readonly height: number;
  readonly title: string;
  /** In one or two sentences what there is to see. */
  readonly says: string;
  readonly drawing: Html;
  readonly figuresLabel: string;
  readonly columns: readonly string[];
  /** The first of each names its row; the others are numbers. */
  readonly rows: readonly (readonly string[])[];
}

/** A chart that can be read without seeing it: its title, what it says, and its figures as a table. */
export function figure({ id, height, title, says, drawing, figuresLabel, columns, rows }: Figure): Html {
  return html`<figure><figcaption>${title}</figcaption>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${CHART_WIDTH} ${height}" role="img" aria-labelledby="${id}-t ${id}-d"><title id="${id}-t">${title}</title><desc id="${id}-d">${says}</desc>${drawing}</svg>
<p>${says}</p>
<details><summary>${figuresLabel}<span class="vh">: ${title}</span></summary><table><caption class="vh">${title}</caption><thead><tr>${columns.map((name, at) => html`<th scope="col"${at === 0 ? undefined : html` class="n"`}>${name}</th>`)}</tr></thead><tbody>${rows.map(
    ([name = '', ...cells]) =>
      html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td class="n">${cell}</td>`)}</tr>`,
  )}</tbody></table></details></figure>
`;
}

/** A coordinate to the tenth: what is finer cannot be seen, and differs from machine to machine. */
export function rounded(coordinate: number): number {
  return Math.round(coordinate * 10) / 10;
}
