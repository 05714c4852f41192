import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How one request is answered. `lost`: it was taken, and the connection ends without an answer. */
export type Answer =
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      /** The connection ends in the middle of the body. */
      readonly isBrokenOff?: boolean;
    }
  | 'lost';

/** An HTTP server that keeps what it gets. */
export interface HttpReceiver {
  readonly origin: string;
  /** All that came, answered how ever. */
  readonly received: Received[];
  /** All that was answered with 2xx, or taken and lost. */
  readonly taken: Received[];
  answer: (nth: number) => Answer;
  close(): Promise<void>;
}

export async function startHttpReceiver(): Promise<HttpReceiver> {
  const server = createServer((request, response) => {
    // A client that went away: nobody is left to be answered.
    take(request, response).catch(() => response.destroy());
  });

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const { method = '', url: path = '', headers } = request;
    const one = { method, path, headers, body: Buffer.concat(pieces).toString() };
    receiver.received.push(one);
    const answer = receiver.answer(receiver.received.length - 1);
    if (answer === 'lost') {
      receiver.taken.push(one);
      return void response.socket?.resetAndDestroy();
    }
    if (answer.status < 300) receiver.taken.push(one);
    response.writeHead(answer.status, answer.headers);
    if (answer.isBrokenOff === true) response.write(answer.body ?? '', () => response.socket?.destroy());
    else response.end(answer.body ?? '');
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: HttpReceiver = {
    origin: `http://127.0.0.1:${port}`,
    received: [],
    taken: [],
    answer: () => ({ status: 200 }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
