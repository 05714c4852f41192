// undici's entry point loads fetch, caches, mocks and WebSockets too: 523 KB and 50 ms of every start. The two files
// that this adapter needs are 286 KB and 17 ms, but carry no types of their own.
declare module 'undici/lib/dispatcher/agent.js' {
  const Agent: typeof import('undici').Agent;
  // biome-ignore lint/style/noDefaultExport: it is what a CommonJS module exports
  export default Agent;
}

declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici';

  /** `Dispatcher.prototype.request`, which only undici's entry point puts in its place. */
  // biome-ignore lint/style/noDefaultExport: it is what a CommonJS module exports
  export default function request(
    this: Dispatcher,
    options: Dispatcher.RequestOptions,
  ): Promise<Dispatcher.ResponseData>;
}
