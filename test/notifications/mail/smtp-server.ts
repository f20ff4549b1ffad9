import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** One email as the server got it. */
export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body, lines joined by `\n`. */
  readonly data: string;
}

/** A mail server on loopback that keeps what it gets, or refuses it. */
export interface SmtpServer {
  readonly url: string;
  readonly received: readonly Received[];
  /** Whether it refuses emails. */
  refuses: boolean;
  /** Called after each email, which is accepted when it resolves. */
  onReceived: () => Promise<void>;
  close(): Promise<void>;
}

export async function smtpServer(): Promise<SmtpServer> {
  const received: Received[] = [];
  const state = { refuses: false, onReceived: async () => {} };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onRcptTo: (_, __, done) => done(state.refuses ? Object.assign(new Error('not here'), { responseCode: 550 }) : null),
    onData: (stream, { envelope: { mailFrom, rcptTo } }, done) => {
      text(stream).then(async (data) => {
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          data: data.replaceAll('\r\n', '\n'),
        });
        await state.onReceived();
        done();
      }, done);
    },
  });
  // A client that hangs up is no error of a test.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  });
}

/** Reads an email as a mail program does. */
export const readEmail = ({ data }: Received): Promise<Email> => PostalMime.parse(data);
