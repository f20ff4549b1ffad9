import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** postgres.js connects to one of the hosts, or to a Unix socket. */
interface Target {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path?: string | false | undefined;
}

/**
 * Opens the sockets of a PostgreSQL client. postgres.js waits for an unresponsive server, even to close; these sockets can be
 * cut at once.
 *
 * See https://github.com/porsager/postgres#custom-socket
 */
export class Sockets {
  readonly #open = new Set<Socket>();
  #attempts = 0;

  /** @param isAway while it returns true, connecting fails at once */
  constructor(private readonly isAway: () => boolean = () => false) {}

  /** Returns at once; data written before the connection is buffered. */
  readonly connect = ({ host, port, path }: Target): Duplex => {
    for (const socket of this.#open) if (socket.destroyed) this.#open.delete(socket);
    if (this.isAway()) return refusing();
    const index = this.#attempts % host.length;
    this.#attempts += 1;
    const name = host[index] ?? 'localhost';
    const socket = path ? connect(path) : connect(port[index] ?? 5432, name);
    this.#open.add(socket);
    // TRICKY: postgres.js reads the name for the certificate check from this field.
    if (!path) Object.assign(socket, { host: name });
    return failingOnEarlyEnd(socket);
  };

  /** Closes every connection, and fails everything that waits for it. */
  cut(): void {
    for (const socket of this.#open) {
      socket.on('error', () => undefined);
      socket.destroy();
    }
    this.#open.clear();
  }
}

/** TRICKY: a `connect` that throws would leave its connection in the pool as connecting forever. */
const refusing = (): Duplex =>
  new Duplex({
    read: () => undefined,
    write: (_chunk, _encoding, callback) => callback(refusal()),
  });

/** TRICKY: when a server closes the connection before it sends anything, postgres.js reconnects at once and endlessly. */
function failingOnEarlyEnd(socket: Socket): Socket {
  socket.once('end', () => {
    if (socket.bytesRead === 0) socket.destroy(refusal());
  });
  return socket;
}

const refusal = () => Object.assign(new Error('PostgreSQL does not answer'), { code: 'ECONNREFUSED' });
