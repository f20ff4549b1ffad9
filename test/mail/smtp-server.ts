import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

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
  /** Whether it takes emails. */
  refuses: boolean;
  close(): Promise<void>;
}

export async function smtpServer(): Promise<SmtpServer> {
  const received: Received[] = [];
  const state = { refuses: false };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.setEncoding('utf8').on('error', () => undefined));
    talk(
      socket,
      (email) => received.push(email),
      () => state.refuses,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  });
}

/** As much of RFC 5321 as a client needs. */
function talk(socket: Socket, keep: (email: Received) => void, refuses: () => boolean): void {
  let [from, to, data] = ['', [] as string[], undefined as string[] | undefined];
  let rest = '';
  const say = (line: string) => socket.write(`${line}\r\n`);
  say('220 loopback');
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) answer(line);
  });

  function answer(line: string): void {
    if (data !== undefined) {
      if (line !== '.') {
        data.push(line.replace(/^\.\./, '.'));
        return;
      }
      keep({ from, to, data: data.join('\n') });
      [from, to, data] = ['', [], undefined];
      say('250 kept');
      return;
    }
    const [, command = '', address = ''] = /^(\w+)(?:[^<]*<([^>]*)>)?/.exec(line) ?? [];
    switch (command.toUpperCase()) {
      case 'MAIL':
        from = address;
        say('250 ok');
        break;
      case 'RCPT':
        to.push(address);
        say(refuses() ? '550 not here' : '250 ok');
        break;
      case 'DATA':
        data = [];
        say('354 go on');
        break;
      case 'QUIT':
        say('221 bye');
        socket.end();
        break;
      default:
        say('250 ok');
    }
  }
}
