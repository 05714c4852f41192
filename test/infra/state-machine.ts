// Runs the few states that infra/stepfunctions uses, as the Amazon States Language says (https://states-language.net,
// JSONPath mode): Task, Map (inline) and Pass, with Retry, Catch, ResultPath, ResultSelector, Parameters and ItemSelector.
// What else a machine says is refused, so that nothing is passed over. Waits are counted and not waited.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

export interface Machine {
  /** By the text in `Resource`. A rejection's `name` is the error's name, as Lambda tells it. */
  readonly tasks: Readonly<Record<string, (input: Json) => Promise<Json>>>;
  readonly executionName: string;
}

export interface Execution {
  readonly output: Json;
  /** Seconds that the retries would have waited, in order. */
  readonly waits: readonly number[];
  /** How many iterations of a Map were under way at once, at most. */
  readonly mostAtOnce: number;
}

export async function execute(definition: Json, input: Json, machine: Machine): Promise<Execution> {
  const run = new Run(machine);
  const output = await run.states(objectOf(definition), input, {});
  return { output, waits: run.waits, mostAtOnce: run.mostAtOnce };
}

class StateFailure extends Error {
  readonly error: string;
  constructor(error: string, cause: string) {
    super(cause);
    this.error = error;
  }
}

/** What `$$` reaches. */
type Item = { readonly value?: Json; readonly index?: number };

class Run {
  readonly waits: number[] = [];
  mostAtOnce = 0;
  #atOnce = 0;
  readonly #machine: Machine;

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  async states(definition: JsonObject, input: Json, item: Item): Promise<Json> {
    const states = objectOf(definition.States);
    let name = textOf(definition.StartAt);
    let data = input;
    for (;;) {
      const state = objectOf(states[name]);
      const after = await this.#state(state, data, item);
      data = after.data;
      if (after.next === undefined) return data;
      name = after.next;
    }
  }

  async #state(
    state: JsonObject,
    input: Json,
    item: Item,
  ): Promise<{ data: Json; next: string | undefined }> {
    only(state, [
      'Type',
      'Comment',
      'Resource',
      'Parameters',
      'TimeoutSeconds',
      'Retry',
      'Catch',
      'Next',
      'End',
      'ItemsPath',
      'ItemSelector',
      'MaxConcurrency',
      'ItemProcessor',
      'ResultSelector',
      'ResultPath',
    ]);
    const next = state.End === true ? undefined : textOf(state.Next);
    const given = state.Parameters === undefined ? input : this.#template(state.Parameters, input, item);
    try {
      const answer = await this.#retrying(state, () => this.#work(state, given, input, item));
      const result =
        state.ResultSelector === undefined ? answer : this.#template(state.ResultSelector, answer, item);
      return { data: placed(result, state.ResultPath, input), next };
    } catch (thrown) {
      if (!(thrown instanceof StateFailure)) throw thrown;
      for (const one of listOf(state.Catch ?? []).map(objectOf)) {
        only(one, ['ErrorEquals', 'ResultPath', 'Next']);
        if (!isMet(one, thrown)) continue;
        const failure = { Error: thrown.error, Cause: thrown.message };
        return { data: placed(failure, one.ResultPath, input), next: textOf(one.Next) };
      }
      throw thrown;
    }
  }

  async #work(state: JsonObject, given: Json, input: Json, item: Item): Promise<Json> {
    switch (state.Type) {
      case 'Pass':
        return given;
      case 'Task': {
        const task = this.#machine.tasks[textOf(state.Resource)];
        if (task === undefined) throw new TypeError(`no task ${textOf(state.Resource)}`);
        try {
          // What goes in and comes out is JSON.
          return JSON.parse(JSON.stringify(await task(JSON.parse(JSON.stringify(given)))));
        } catch (thrown) {
          const { name, message } = thrown instanceof Error ? thrown : new Error(String(thrown));
          throw new StateFailure(name, message);
        }
      }
      case 'Map':
        return this.#map(state, input, item);
      default:
        throw new TypeError(`a state of type ${String(state.Type)}`);
    }
  }

  async #map(state: JsonObject, input: Json, item: Item): Promise<Json> {
    const items = listOf(reached(textOf(state.ItemsPath), input));
    const processor = objectOf(state.ItemProcessor);
    const results: Json[] = new Array(items.length).fill(null);
    let taken = 0;
    const worker = async () => {
      while (taken < items.length) {
        const index = taken++;
        this.#atOnce++;
        this.mostAtOnce = Math.max(this.mostAtOnce, this.#atOnce);
        try {
          const own = { value: items[index] ?? null, index };
          const selected =
            state.ItemSelector === undefined ? own.value : this.#template(state.ItemSelector, input, own);
          results[index] = await this.states(processor, selected, { ...item, ...own });
        } finally {
          this.#atOnce--;
        }
      }
    };
    const bound = Number(state.MaxConcurrency ?? 0) || items.length;
    await Promise.all(Array.from({ length: bound }, worker));
    return results;
  }

  async #retrying(state: JsonObject, work: () => Promise<Json>): Promise<Json> {
    const retriers = listOf(state.Retry ?? []).map(objectOf);
    const tries = retriers.map(() => 0);
    for (;;) {
      try {
        return await work();
      } catch (thrown) {
        if (!(thrown instanceof StateFailure)) throw thrown;
        const place = retriers.findIndex((retrier) => isMet(retrier, thrown));
        const retrier = retriers[place];
        const tried = tries[place] ?? 0;
        if (retrier === undefined || tried >= Number(retrier.MaxAttempts ?? 3)) throw thrown;
        only(retrier, ['ErrorEquals', 'IntervalSeconds', 'MaxAttempts', 'BackoffRate']);
        this.waits.push(Number(retrier.IntervalSeconds ?? 1) * Number(retrier.BackoffRate ?? 2) ** tried);
        tries[place] = tried + 1;
      }
    }
  }

  #template(template: Json, input: Json, item: Item): Json {
    if (template === null || typeof template !== 'object') return template;
    if (Array.isArray(template)) return template.map((one) => this.#template(one, input, item));
    return Object.fromEntries(
      Object.entries(template).map(([key, value]) =>
        key.endsWith('.$')
          ? [key.slice(0, -2), this.#path(textOf(value), input, item)]
          : [key, this.#template(value, input, item)],
      ),
    );
  }

  #path(path: string, input: Json, { value, index }: Item): Json {
    if (!path.startsWith('$$.')) return reached(path, input);
    const context: Json = {
      Execution: { Name: this.#machine.executionName },
      Map: { Item: { Value: value ?? null, Index: index ?? null } },
    };
    return reached(path.slice(1), context);
  }
}

function isMet(rule: JsonObject, failure: StateFailure): boolean {
  const errors = listOf(rule.ErrorEquals).map(textOf);
  return errors.includes('States.ALL') || errors.includes(failure.error);
}

function reached(path: string, data: Json): Json {
  if (path === '$') return data;
  let here = data;
  for (const step of path.slice(2).split('.')) {
    const found = objectOf(here)[step];
    if (found === undefined) throw new StateFailure('States.ParameterPathFailure', `${path} is not there`);
    here = found;
  }
  return here;
}

function placed(result: Json, path: Json | undefined, input: Json): Json {
  if (path === undefined || path === '$') return result;
  if (path === null) return input;
  const [name, ...deeper] = textOf(path).slice(2).split('.');
  if (name === undefined || deeper.length > 0) throw new TypeError(`a ResultPath of ${String(path)}`);
  return { ...objectOf(input), [name]: result };
}

function only(object: JsonObject, known: readonly string[]): void {
  const other = Object.keys(object).find((key) => !known.includes(key));
  if (other !== undefined) throw new TypeError(`${other} is not known here`);
}

function objectOf(json: Json | undefined): JsonObject {
  if (typeof json === 'object' && json !== null && !isList(json)) return json;
  throw new TypeError(`no object: ${JSON.stringify(json)}`);
}

function listOf(json: Json | undefined): readonly Json[] {
  if (json !== undefined && isList(json)) return json;
  throw new TypeError(`no list: ${JSON.stringify(json)}`);
}

function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}

function textOf(json: Json | undefined): string {
  if (typeof json === 'string') return json;
  throw new TypeError(`no text: ${JSON.stringify(json)}`);
}
