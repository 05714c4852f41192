import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createEmailPublisher, type EmailOptions } from '../../lib/adapters/publishers/email.ts';
import { idOf } from '../../lib/publish/publisher.ts';
import { LANGUAGES } from '../../lib/report/words/language.ts';
import { authority, type KeyPair } from '../adapters/kubernetes/certificates.ts';
import { at } from '../builders/ledger.ts';
import { alerted, checked, reported } from '../builders/publications.ts';
import { publisherContract } from '../contracts/publisher.ts';
import { brokenNight } from '../report/worlds.ts';

interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  readonly isEncrypted: boolean;
  readonly user: string | undefined;
  /** As it was sent, headers and all. */
  readonly text: string;
}

interface MailServer {
  readonly port: number;
  readonly mails: Mail[];
  /** The reply to a recipient; `undefined`: it is taken. */
  refusal: (recipient: string) => { readonly code: number; readonly text: string } | undefined;
  close(): Promise<void>;
}

let ca: string;
let pair: KeyPair;
beforeAll(async () => {
  const own = await authority('mail test authority');
  ca = own.certificate;
  pair = await own.issue('mail', ['localhost', '127.0.0.1']);
});

const servers: MailServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    key: pair.key,
    cert: pair.certificate,
    authOptional: true,
    disableReverseLookup: true,
    onAuth({ username, password }, _session, done) {
      if (password === 'hunter2') return done(null, { user: username });
      done(Object.assign(new Error(`wrong password ${password}`), { responseCode: 535 }));
    },
    onRcptTo({ address }, _session, done) {
      const refusal = mail.refusal(address);
      done(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
    },
    onData(stream, { envelope, secure, user }, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push({ from, to, isEncrypted: secure, user, text: Buffer.concat(pieces).toString() });
        done();
      });
    },
    ...options,
  });
  // A client that turns away from the certificate is no fault of the server's.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const mail: MailServer = {
    port: (listening.address() as AddressInfo).port,
    mails,
    refusal: () => undefined,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  servers.push(mail);
  return mail;
}

const aMailer = ({ port }: Pick<MailServer, 'port'>, parts: Partial<EmailOptions> = {}) =>
  createEmailPublisher({
    host: '127.0.0.1',
    port,
    tls: 'starttls',
    authority: ca,
    credential: { id: 'audit', secret: 'hunter2' },
    from: { name: 'Orphan audit', address: 'audit@example.com' },
    to: [
      { name: '', address: 'ops@example.com' },
      { name: '재무팀', address: 'finance@example.com' },
    ],
    attachments: [],
    takes: ['report', 'alert', 'check'],
    language: 'en',
    timezone: 'Asia/Seoul',
    link: undefined,
    retryBudgetMs: 30_000,
    clock: () => at('2026-11-30T06:05:00Z'),
    sleep: async () => {},
    ...parts,
  });
const NOWHERE = { storedAt: null };

/** A header of a mail, unfolded. */
const headerIn = (text: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(text)?.[1]?.replaceAll(/\r\n\s+/g, ' ');

publisherContract('a mail server', async () => {
  const server = await startMailServer();
  const idOfMail = ({ text }: Mail) => {
    const subject = headerIn(text, 'subject') ?? '';
    if (subject.includes('cleared')) return idOf(checked());
    return subject.includes('shop-prod') ? 'alert-1' : 'run-1';
  };
  return {
    open: () => aMailer(server),
    secrets: ['hunter2'],
    held: async () => [
      ...new Map(server.mails.map((mail) => [headerIn(mail.text, 'message-id'), idOfMail(mail)])).values(),
    ],
    setBroken: async (isBroken) => {
      server.refusal = () => (isBroken ? { code: 550, text: 'no such user' } : undefined);
    },
  };
});

describe('a mail', () => {
  test('goes encrypted, after a login, to everyone', async () => {
    const server = await startMailServer();
    await aMailer(server).publish(reported(), NOWHERE);
    expect(server.mails).toMatchObject([
      {
        from: 'audit@example.com',
        to: ['ops@example.com', 'finance@example.com'],
        isEncrypted: true,
        user: 'audit',
      },
    ]);
    const text = server.mails[0]?.text ?? '';
    expect(headerIn(text, 'subject')).toBe('Karpenter orphan audit: 1 orphan');
    expect(headerIn(text, 'from')).toBe('Orphan audit <audit@example.com>');
    expect(headerIn(text, 'date')).toBe('Mon, 30 Nov 2026 06:05:00 +0000');
    expect(headerIn(text, 'auto-submitted')).toBe('auto-generated');
    expect(headerIn(text, 'content-type')).toMatch(/^multipart\/alternative/);
  });

  test('of a run that was merged again, and one in another language, has a Message-ID of its own', async () => {
    const server = await startMailServer();
    const time = '2026-11-30T06:00:00Z';
    for (const names of [['shop-prod'], ['shop-prod', 'shop-dev']])
      await aMailer(server).publish(reported('night-1', time, ...names), NOWHERE);
    const [partial, whole] = server.mails.map(({ text }) => headerIn(text, 'message-id'));
    expect(whole).not.toBe(partial);
    await aMailer(server, { language: 'ko' }).publish(reported('night-1', time, 'shop-prod'), NOWHERE);
    expect(headerIn(server.mails.at(-1)?.text ?? '', 'message-id')).not.toBe(partial);
  });

  test('has the same Message-ID when it is sent again, and another one of its own', async () => {
    const server = await startMailServer();
    for (const publication of [reported(), reported(), reported('run-2'), alerted()])
      await aMailer(server).publish(publication, NOWHERE);
    const [first, again, other, alert] = server.mails.map(({ text }) => headerIn(text, 'message-id'));
    expect(first).toMatch(/^<report\.[0-9a-f]{32}@example\.com>$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    expect(alert).toMatch(/^<alert\./);
  });

  test('has the report attached in the formats that are asked for', async () => {
    const server = await startMailServer();
    await aMailer(server, { attachments: ['html', 'csv', 'json'] }).publish(reported(), NOWHERE);
    const text = server.mails[0]?.text ?? '';
    for (const ending of ['html', 'csv', 'json'])
      expect(text).toContain(`filename=orphan-audit-20261130T060000Z.${ending}`);
  });

  test('of a check has it attached as JSON, and as text where reports are', async () => {
    const server = await startMailServer();
    await aMailer(server, { attachments: ['html', 'table'] }).publish(checked(), NOWHERE);
    const text = server.mails[0]?.text ?? '';
    for (const ending of ['json', 'txt'])
      expect(text).toContain(`filename=orphan-audit-check-shop-2c32ae2c-20261130T060000Z.${ending}`);
  });

  test('is not sent to a server that offers no TLS', async () => {
    const server = await startMailServer({ disabledCommands: ['STARTTLS'] });
    await expect(aMailer(server).publish(reported(), NOWHERE)).rejects.toMatchObject({
      code: 'publish-failed',
      remedy: expect.stringContaining('tls: implicit'),
    });
    expect(server.mails).toEqual([]);
  });

  test('is not sent to a server whose certificate nobody vouches for', async () => {
    const server = await startMailServer();
    await expect(aMailer(server, { authority: undefined }).publish(reported(), NOWHERE)).rejects.toThrow(
      'the certificate is not trusted',
    );
    expect(server.mails).toEqual([]);
  });

  test('goes through TLS from the first byte where the server speaks it', async () => {
    const server = await startMailServer({ secure: true });
    await aMailer(server, { tls: 'implicit' }).publish(reported(), NOWHERE);
    expect(server.mails).toMatchObject([{ isEncrypted: true }]);
  });

  test('goes in clear on this machine', async () => {
    const server = await startMailServer({ disabledCommands: ['STARTTLS', 'AUTH'] });
    await aMailer(server, { tls: 'none', credential: undefined }).publish(reported(), NOWHERE);
    expect(server.mails).toMatchObject([{ isEncrypted: false }]);
  });

  test('is sent again after a reply that may pass', async () => {
    const server = await startMailServer();
    let asked = 0;
    server.refusal = () => (asked++ < 2 ? { code: 451, text: 'greylisted, come back' } : undefined);
    await aMailer(server).publish(reported(), NOWHERE);
    expect(server.mails).toMatchObject([{ to: ['ops@example.com', 'finance@example.com'] }]);
  });

  test('that is refused in words that hold the password does not have it told', async () => {
    const server = await startMailServer();
    server.refusal = () => ({ code: 550, text: 'audit:hunter2 may not write here' });
    const thrown = await aMailer(server).publish(reported(), NOWHERE).catch(String);
    expect(thrown).toContain('550');
    expect(thrown).toContain('may not write here');
    expect(thrown).not.toContain('hunter2');
  });

  test('that one recipient is refused is delivered to the others, and that is told', async () => {
    const server = await startMailServer();
    server.refusal = (one) => (one === 'ops@example.com' ? { code: 550, text: 'gone' } : undefined);
    expect(await aMailer(server).publish(reported(), NOWHERE)).toBe(
      `127.0.0.1:${server.port} for ops@example.com, finance@example.com (the server refused ops@example.com)`,
    );
  });

  test('with a wrong password fails, and shows it to nobody', async () => {
    const server = await startMailServer();
    const credential = { id: 'audit', secret: 'hunter3' };
    const thrown = await aMailer(server, { credential })
      .publish(reported(), NOWHERE)
      .catch((one: unknown) => one);
    expect(thrown).toMatchObject({
      code: 'publish-refused',
      message: expect.stringContaining('535 to the login'),
    });
    expect(String(thrown)).not.toContain('hunter3');
  });

  test('to nobody fails with what the system says', async () => {
    await expect(
      aMailer({ port: 1 }, { retryBudgetMs: 0 }).publish(reported(), NOWHERE),
    ).rejects.toMatchObject({
      code: 'publish-failed',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  test.each([
    ['a line break and a header', { address: 'x@example.com\r\nBcc: evil@example.com', name: '' }],
    ['two addresses', { address: 'a@example.com, b@example.com', name: '' }],
    ['an address in brackets', { address: 'x <a@example.com>', name: '' }],
    ['no host', { address: 'a@', name: '' }],
    ['a line break in its name', { address: 'a@example.com', name: 'x\r\nBcc: evil@example.com' }],
  ])('is not written to %s', (_, one) => {
    expect(() => aMailer({ port: 1 }, { to: [one] })).toThrow('is no mail address');
    expect(() => aMailer({ port: 1 }, { from: one })).toThrow('is no mail address');
  });
});

describe.each(LANGUAGES)('the words of a mail in %s', (language) => {
  test.each([
    ['report', { kind: 'report', report: brokenNight(language) } as const],
    ['alert', alerted({ reportPlace: 'https://reports.example.com/latest.html' })],
  ])('about a %s', async (kind, publication) => {
    const { emailHtml, emailText } = await import('../../lib/adapters/publishers/email-body.ts');
    const { writeMessage } = await import('../../lib/publish/messages/write.ts');
    const { messageTextsIn } = await import('../../lib/publish/messages/language.ts');
    const message = writeMessage(
      publication,
      { language, timezone: 'Asia/Seoul', link: undefined },
      { storedAt: '/reports/orphan-audit-20261130T060000Z.html' },
    );
    const words = messageTextsIn(language);
    const text = `${emailText(message, words)}\n=== HTML ===\n\n${emailHtml(message, words, language)}`;
    await expect(text).toMatchFileSnapshot(`./email-${kind}-${language}.golden.txt`);
  });
});
