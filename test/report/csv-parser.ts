/** One cell: `null` where nothing stands, not even quotes. */
export type ReadCell = { readonly text: string; readonly isQuoted: boolean } | null;

/** Reads RFC 4180 to the letter and refuses all else: a line break without CR, a quote within a bare cell, ragged rows. */
export function parseCsv(csv: string): readonly (readonly ReadCell[])[] {
  const rows: ReadCell[][] = [];
  let row: ReadCell[] = [];
  let at = csv.startsWith('\ufeff') ? 1 : 0;
  while (at < csv.length) {
    const quoted = /"((?:[^"]|"")*)"/y;
    const bare = /[^",\r\n]*/y;
    quoted.lastIndex = at;
    bare.lastIndex = at;
    const inQuotes = quoted.exec(csv);
    const match = inQuotes ?? bare.exec(csv);
    if (match === null) throw new SyntaxError(`no cell at ${at}`);
    if (inQuotes !== null) row.push({ text: (match[1] ?? '').replaceAll('""', '"'), isQuoted: true });
    else row.push(match[0] === '' ? null : { text: match[0], isQuoted: false });
    at += match[0].length;
    if (csv.startsWith('\r\n', at)) {
      rows.push(row);
      row = [];
      at += 2;
    } else if (csv[at] === ',') at += 1;
    else throw new SyntaxError(`neither comma nor CRLF behind a cell at ${at}: ${csv.slice(at, at + 20)}`);
  }
  if (row.length > 0) throw new SyntaxError('the last line has no end');
  const [head] = rows;
  if (rows.some((one) => one.length !== head?.length)) throw new SyntaxError('rows of different lengths');
  return rows;
}

/** Rows by their columns' names, as a program reads them: texts, or `null`. */
export function recordsOf(csv: string): readonly Readonly<Record<string, string | null>>[] {
  const [head, ...rows] = parseCsv(csv);
  return rows.map((row) =>
    Object.fromEntries(row.map((cell, at) => [head?.[at]?.text ?? '', cell === null ? null : cell.text])),
  );
}

/** The text that a cell stands for: what docs/formats.md tells a program to do. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") ? cell.slice(1) : cell;
}
