import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** A Chromium on this machine: `$CHROMIUM`, or one on the path. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM;
  if (named !== undefined && named !== '') return named;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

type Fields = Readonly<Record<string, unknown>>;
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Fields;
  readonly result?: Fields;
  readonly error?: { readonly message: string };
}

/** One tab of a headless Chromium, driven through a pair of pipes: no port is opened. */
export interface Tab {
  readonly send: (method: string, params?: Fields) => Promise<Fields>;
  /** The value of an expression in the page. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** Opens an address and waits until it is loaded. */
  readonly open: (url: string) => Promise<void>;
  /** What the browser complained of: exceptions, errors on the console, breaches of the policy. */
  readonly complaints: readonly string[];
  /** Every address that was asked for. */
  readonly requests: readonly string[];
  /** Starts both lists anew. */
  readonly forget: () => void;
  readonly close: () => Promise<void>;
}

export async function openTab(chromium: string): Promise<Tab> {
  const profile = await mkdtemp(join(tmpdir(), 'orphan-audit-chromium-'));
  // Chromium's sandbox refuses to run as root, which is who runs tests in a container.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(
    chromium,
    [
      '--headless',
      '--disable-gpu',
      '--no-first-run',
      '--disable-dev-shm-usage',
      '--remote-debugging-pipe',
    ].concat(asRoot, `--user-data-dir=${profile}`, 'about:blank'),
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const complaints: string[] = [];
  const requests: string[] = [];
  const call = converse(child, (method, params) => note(method, params, complaints, requests));
  const { targetId } = await call.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await call.send('Target.attachToTarget', { targetId, flatten: true });
  const send = (method: string, params: Fields = {}) => call.send(method, params, String(sessionId));
  for (const domain of ['Page', 'Runtime', 'Log', 'Network', 'Audits']) await send(`${domain}.enable`);
  return {
    send,
    complaints,
    requests,
    forget: () => {
      complaints.length = 0;
      requests.length = 0;
    },
    evaluate: async (expression) => {
      const { result, exceptionDetails } = await send('Runtime.evaluate', {
        expression,
        returnByValue: true,
        awaitPromise: true,
      });
      if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
      return (result as { readonly value?: unknown }).value;
    },
    open: async (url) => {
      const loaded = call.next('Page.loadEventFired');
      await send('Page.navigate', { url });
      await loaded;
    },
    close: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      await call.send('Browser.close').catch(() => child.kill());
      await gone;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function note(method: string, params: Fields, complaints: string[], requests: string[]): void {
  const said = JSON.stringify(params);
  if (method === 'Network.requestWillBeSent') {
    requests.push((params.request as { readonly url: string }).url);
  } else if (method === 'Runtime.exceptionThrown' || method === 'Audits.issueAdded') {
    complaints.push(said);
  } else if (method === 'Log.entryAdded' || method === 'Runtime.consoleAPICalled') {
    if (said.includes('"level":"error"') || said.includes('"type":"error"')) complaints.push(said);
  }
}

/** Messages over the browser's pipes, each ended by a NUL. */
function converse(child: ChildProcess, hear: (method: string, params: Fields) => void) {
  const [, , , input, output] = child.stdio as unknown as [null, null, null, Writable, Readable];
  const answers = new Map<number, (message: Message) => void>();
  const waiting = new Map<string, () => void>();
  let last = 0;
  let heard = '';
  child.once('error', ({ message }) => {
    for (const [id, answer] of answers) answer({ id, error: { message } });
  });
  output.setEncoding('utf8');
  output.on('data', (text: string) => {
    const messages = (heard + text).split('\0');
    heard = messages.pop() ?? '';
    for (const message of messages.map((one): Message => JSON.parse(one))) {
      if (message.id !== undefined) answers.get(message.id)?.(message);
      if (message.id !== undefined) answers.delete(message.id);
      if (message.method === undefined) continue;
      hear(message.method, message.params ?? {});
      waiting.get(message.method)?.();
    }
  });
  return {
    send: (method: string, params: Fields = {}, sessionId?: string) =>
      new Promise<Fields>((resolve, reject) => {
        last += 1;
        answers.set(last, ({ result, error }) =>
          error === undefined ? resolve(result ?? {}) : reject(new Error(`${method}: ${error.message}`)),
        );
        input.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
      }),
    next: (method: string) => new Promise<void>((resolve) => waiting.set(method, resolve)),
  };
}
