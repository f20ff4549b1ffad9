import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** Where postgres.js connects to: one of the hosts, or a socket in the file system. */
interface Target {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path?: string | false | undefined;
}

/**
 * Opens the sockets of a client of PostgreSQL. postgres.js waits for a server that is deaf, also to close; these can be cut at once.
 *
 * See https://github.com/porsager/postgres#custom-socket
 */
export class Sockets {
  readonly #open = new Set<Socket>();
  #attempts = 0;

  /** @param isAway while it holds, connecting fails at once */
  constructor(private readonly isAway: () => boolean = () => false) {}

  /** Begins to connect. What is written meanwhile waits. */
  readonly connect = ({ host, port, path }: Target): Duplex => {
    for (const socket of this.#open) if (socket.destroyed) this.#open.delete(socket);
    if (this.isAway()) return refusing();
    const index = this.#attempts % host.length;
    this.#attempts += 1;
    const name = host[index] ?? 'localhost';
    const socket = path ? connect(path) : connect(port[index] ?? 5432, name);
    this.#open.add(socket);
    // TRICKY: postgres.js takes the name for that of the certificate.
    if (!path) Object.assign(socket, { host: name });
    return failingOnEarlyEnd(socket);
  };

  /** Ends every connection, and whatever waits on it. */
  cut(): void {
    for (const socket of this.#open) {
      socket.on('error', () => undefined);
      socket.destroy();
    }
    this.#open.clear();
  }
}

/** TRICKY: a `connect` that throws would stay in the pool as one that goes on for good. */
const refusing = (): Duplex =>
  new Duplex({
    read: () => undefined,
    write: (_chunk, _encoding, callback) => callback(refusal()),
  });

/** TRICKY: postgres.js connects again at once, and for good, when a server closes the connection before it says anything. */
function failingOnEarlyEnd(socket: Socket): Socket {
  socket.once('end', () => {
    if (socket.bytesRead === 0) socket.destroy(refusal());
  });
  return socket;
}

const refusal = () => Object.assign(new Error('PostgreSQL does not answer'), { code: 'ECONNREFUSED' });
