import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

export interface ConnectProxy {
  readonly host: string;
  readonly url: string;
  /** The hosts that it was to connect to, and with which `Proxy-Authorization`. */
  readonly asked: { readonly host: string | undefined; readonly authorization: string | undefined }[];
  /** What it answers to CONNECT instead of connecting. */
  refusal: string | undefined;
  close(): Promise<void>;
}

/** A proxy that leads everybody to this port of this machine, whatever host they ask for. */
export async function proxyTo(port: number): Promise<ConnectProxy> {
  const server = createServer();
  server.on('connect', (request, socket) => {
    proxy.asked.push({ host: request.url, authorization: request.headers['proxy-authorization'] });
    if (proxy.refusal !== undefined) {
      socket.end(`HTTP/1.1 ${proxy.refusal}\r\n\r\n`);
      return;
    }
    const through = connect(port, '127.0.0.1', () =>
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n'),
    );
    through.pipe(socket).pipe(through);
    through.on('error', () => socket.destroy());
    socket.on('error', () => through.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const proxy: ConnectProxy = {
    host,
    url: `http://${host}`,
    asked: [],
    refusal: undefined,
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
