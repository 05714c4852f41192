import { createHash } from 'node:crypto';
import type { SentMessageInfo } from 'nodemailer/lib/smtp-transport/index.js';
import { nameOf } from '../../publish/delivery/pending.ts';
import { checkMailAddress, type MailAddress } from '../../publish/mail-address.ts';
import { messageTextsIn } from '../../publish/messages/language.ts';
import type { MessageOptions } from '../../publish/messages/message.ts';
import { writeMessage } from '../../publish/messages/write.ts';
import type { Publication, Publisher } from '../../publish/publisher.ts';
import type { Format } from '../../report/formats.ts';
import { AuditFailure } from '../../terms/failure.ts';
import { type PatienceOptions, patienceOf, persist } from '../transport/patience.ts';
import { done, inTrouble, stopped, type Tried, type Trouble } from '../transport/trouble.ts';
import { documentsOf } from './documents.ts';
import { emailHtml, emailText } from './email-body.ts';
import { smtpTrouble } from './email-trouble.ts';
import { publisherId, spokenOf } from './identity.ts';

export interface EmailOptions extends MessageOptions, PatienceOptions {
  readonly host: string;
  readonly port: number;
  /** `none` is for this machine only; the configuration sees to it. */
  readonly tls: 'starttls' | 'implicit' | 'none';
  /** PEM; `undefined`: the authorities that Node trusts. */
  readonly authority: string | undefined;
  readonly credential: { readonly id: string; readonly secret: string } | undefined;
  readonly from: MailAddress;
  readonly to: readonly MailAddress[];
  /** What a report is attached as. */
  readonly attachments: readonly Format[];
  readonly takes: readonly Publication['kind'][];
}

const CONNECT_TIMEOUT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 30_000;

/**
 * Mails each publication to all addresses at once. A mail that is sent again has the same Message-ID, by which mail
 * servers and programs know it.
 *
 * @throws AuditFailure `config-invalid` for an address that is none
 */
export function createEmailPublisher(options: EmailOptions): Publisher {
  const { host, port, from, to, language, takes } = options;
  for (const one of [from, ...to]) checkMailAddress(one);
  const patience = patienceOf(options);
  const secrets =
    options.credential === undefined ? [] : [options.credential.secret].filter((text) => text !== '');
  const place = `${host}:${port} for ${to.map(({ address }) => address).join(', ')}`;

  async function attempt(mail: object): Promise<Tried<SentMessageInfo>> {
    const { signal, deadline } = options;
    if (signal?.aborted) return inTrouble(stopped(signal));
    // 90 KB that only those wait for who have a mail to send.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport(transportOptions(options));
    const stop = () => transport.close();
    const end =
      deadline === undefined ? undefined : setTimeout(stop, Math.max(1, deadline - patience.clock()));
    signal?.addEventListener('abort', stop, { once: true });
    try {
      return done(await transport.sendMail(mail));
    } catch (thrown) {
      return inTrouble(signal?.aborted ? stopped(signal) : smtpTrouble(thrown, host, secrets));
    } finally {
      clearTimeout(end);
      signal?.removeEventListener('abort', stop);
      transport.close();
    }
  }

  return {
    id: publisherId('email', host, String(port), ...to.map(({ address }) => address)),
    place,
    role: 'messenger',
    takes,
    async publish(publication, circumstances) {
      const message = writeMessage(publication, options, circumstances);
      const words = messageTextsIn(language);
      const mail = {
        from,
        to: [...to],
        subject: message.title,
        text: emailText(message, words),
        html: emailHtml(message, words, language),
        attachments: attachmentsOf(publication, options),
        messageId: messageIdOf(publication, options),
        date: new Date(patience.clock()),
        // Nobody's holiday notice shall answer (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      };
      const failure = ({ what, remedy, isRefusal, cause }: Trouble) =>
        new AuditFailure(
          isRefusal === true ? 'publish-refused' : 'publish-failed',
          `${spokenOf(publication)} cannot be mailed by ${host}:${port}: ${what}`,
          remedy,
          { cause },
        );
      const { rejected } = await persist(patience, () => attempt(mail), failure);
      // Sent again, the others would get it once more: so it is delivered, and this is told.
      const refused = rejected.join(', ');
      return refused === '' ? place : `${place} (the server refused ${refused})`;
    },
  };
}

function transportOptions({ host, port, tls, authority, credential }: EmailOptions) {
  return {
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    tls: authority === undefined ? {} : { ca: authority },
    ...(credential === undefined ? {} : { auth: { user: credential.id, pass: credential.secret } }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: ANSWER_TIMEOUT_MS,
  };
}

function attachmentsOf(publication: Publication, { attachments, language, timezone }: EmailOptions) {
  const formats = publication.kind === 'alert' ? (['json'] as const) : attachments;
  if (attachments.length === 0) return [];
  return documentsOf(publication, { formats, language, timezone }).map(({ name, text, mediaType }) => ({
    filename: name,
    content: text,
    contentType: mediaType,
  }));
}

/** In the sender's domain, of what is said and in which language: mail programs show one of two that have the same. */
function messageIdOf(publication: Publication, { from, language }: EmailOptions): string {
  const said = `${nameOf(publication)} ${language}`;
  const id = createHash('sha256').update(said).digest('hex').slice(0, 32);
  return `<${publication.kind}.${id}@${from.address.split('@').at(-1)}>`;
}
