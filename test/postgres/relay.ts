import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut: once, or until it is mended. */
export interface Relay {
  /** The server's URL by way of the relay. */
  readonly url: string;
  /** Ends every connection; new ones go through. */
  cut(): void;
  /** Ends every connection, and refuses new ones until `up`. */
  down(): void;
  up(): void;
  close(): Promise<void>;
}

export async function openRelay(target: URL): Promise<Relay> {
  const sockets = new Set<Socket>();
  let isDown = false;
  const server = createServer((socket) => {
    if (isDown) return socket.destroy();
    const upstream = connect(Number(target.port || 5432), target.hostname);
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => {});
      from.on('close', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    url: url.href,
    cut,
    down: () => {
      isDown = true;
      cut();
    },
    up: () => {
      isDown = false;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
