import { printable } from '../../report/words/printable.ts';
import { type Trouble, transportTrouble } from '../transport/trouble.ts';

const RUN_LATER = 'nothing has to be done: the next run tries it again';
const CHECK_SERVER =
  "see what the mail server's administrator says of this reply, and correct sender, recipients or account";
const CHECK_TLS =
  'let the server offer STARTTLS or write tls: implicit, with a certificate that this machine trusts (authority: PATH for one of your own)';

/**
 * What nodemailer throws has a code of its own, and the server's reply where there was one.
 *
 * @param secrets what no message may show
 */
export function smtpTrouble(thrown: unknown, host: string, secrets: readonly string[]): Trouble {
  const { code, responseCode, response } = factsOf(thrown);
  // Before the reply: a server without STARTTLS answers it with a 5yz of its own.
  if (code === 'ETLS') return { what: 'TLS was not offered, or failed', remedy: CHECK_TLS, mayPass: false };
  if (responseCode !== undefined) {
    // RFC 5321: 4yz may pass, 5yz is final.
    const mayPass = responseCode >= 400 && responseCode < 500;
    // A server may say back what it was sent, and a login is a secret.
    const said =
      code === 'EAUTH' || response === undefined
        ? ''
        : ` (${JSON.stringify(oneLine(withoutSecrets(response, secrets)))})`;
    const what = `it answered ${responseCode}${code === 'EAUTH' ? ' to the login' : said}`;
    return { what, remedy: mayPass ? RUN_LATER : CHECK_SERVER, mayPass, isRefusal: !mayPass };
  }
  if (code === 'EDNS') return transportTrouble(withCode('ENOTFOUND'), host, false);
  if (code === 'ETIMEDOUT') return transportTrouble(withCode('ETIMEDOUT'), host, false);
  if (code === 'ESOCKET' || code === 'ECONNECTION') {
    const cause = /certificate|self.signed|SSL|TLS/i.test(messageOf(thrown));
    if (cause)
      return { what: 'the certificate is not trusted, or TLS failed', remedy: CHECK_TLS, mayPass: false };
    const inner = /\b(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN)\b/.exec(messageOf(thrown))?.[1];
    return transportTrouble(withCode(inner ?? 'ECONNRESET'), host, false);
  }
  return { what: `it could not be sent (${code ?? 'unknown'})`, remedy: CHECK_SERVER, mayPass: false };
}

function factsOf(thrown: unknown): {
  readonly code: string | undefined;
  readonly responseCode: number | undefined;
  readonly response: string | undefined;
} {
  const all = new Map<string, unknown>(thrown instanceof Error ? Object.entries(thrown) : []);
  const [code, responseCode, response] = [all.get('code'), all.get('responseCode'), all.get('response')];
  return {
    code: typeof code === 'string' ? code : undefined,
    responseCode: typeof responseCode === 'number' && responseCode > 0 ? responseCode : undefined,
    response: typeof response === 'string' ? response : undefined,
  };
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function withCode(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((so, secret) => so.replaceAll(secret, '…'), text);
}

const LONGEST_LINE = 120;

function oneLine(text: string): string {
  const line = printable(text.replaceAll(/\s+/g, ' ').trim());
  return line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE)}…`;
}
