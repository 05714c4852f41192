/**
 * The rows of one list of a world, in the order in which they were made known. An array is one; so is a list whose
 * rows are made only when they are looked at, for worlds of a million rows.
 */
export interface Rows<T> {
  readonly length: number;
  at(index: number): T | undefined;
}

/** What every listed resource has. */
export interface Row {
  readonly id: string;
  readonly created_at: string | null;
}

/** A row's JSON with holes, filled anew for every row: much cheaper than building and writing an object. */
export class RowTemplate {
  readonly #parts: readonly string[];
  readonly #holes: readonly string[];

  /** `row` writes a hole as `<<name>>` anywhere in a string. */
  constructor(row: object) {
    const pieces = JSON.stringify(row).split(/<<(\w+)>>/);
    this.#parts = pieces.filter((_, index) => index % 2 === 0);
    this.#holes = pieces.filter((_, index) => index % 2 === 1);
  }

  fill(values: Readonly<Record<string, string>>): string {
    let text = this.#parts[0] ?? '';
    for (let index = 0; index < this.#holes.length; index += 1) {
      text += `${values[this.#holes[index] ?? '']}${this.#parts[index + 1]}`;
    }
    return text;
  }
}

/** Rows made on demand, newest first. */
export class LazyRows<T extends Row> implements Rows<T> {
  readonly length: number;
  readonly #json: (index: number) => string;
  readonly #indexOf: (id: string) => number | undefined;

  /**
   * @param json one row as JSON; the same index always gives the same text
   * @param indexOf the only index at which this ID can be
   */
  constructor(length: number, json: (index: number) => string, indexOf: (id: string) => number | undefined) {
    this.length = length;
    this.#json = json;
    this.#indexOf = indexOf;
  }

  json(index: number): string {
    return this.#json(index);
  }

  at(index: number): T | undefined {
    if (index < 0 || index >= this.length) return undefined;
    const row: T = JSON.parse(this.#json(index));
    return row;
  }

  find(id: string): T | undefined {
    const index = this.#indexOf(id);
    const row = index === undefined ? undefined : this.at(index);
    return row?.id === id ? row : undefined;
  }

  toJSON(): T[] {
    return [...eachRow(this)];
  }
}

export function* eachRow<T>(rows: Rows<T>): Generator<T> {
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows.at(index);
    if (row !== undefined) yield row;
  }
}

export function rowJson(rows: Rows<Row>, index: number): string {
  return rows instanceof LazyRows ? rows.json(index) : JSON.stringify(rows.at(index));
}

export function findRow<T extends Row>(rows: Rows<T>, id: string): T | undefined {
  if (rows instanceof LazyRows) return rows.find(id);
  for (const row of eachRow(rows)) if (row.id === id) return row;
  return undefined;
}
