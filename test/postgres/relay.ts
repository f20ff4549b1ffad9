import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut, once or until it is mended, or go deaf. */
export interface Relay {
  /** The server's URL by way of the relay. */
  readonly url: string;
  /** Ends every connection; new ones go through. */
  cut(): void;
  /** Ends every connection, and refuses new ones until `up`. */
  down(): void;
  /** Says nothing more on any connection, and nothing on new ones, until `up`: nobody is told. */
  deaf(): void;
  /** Ends each new connection instead of handing on the server's answer of that number, from 0, until `up`. */
  cutAt(answer: number): void;
  up(): void;
  /** How many connections were opened so far. */
  opened(): number;
  close(): Promise<void>;
}

export async function openRelay(target: URL): Promise<Relay> {
  const pairs = new Set<readonly [near: Socket, far: Socket]>();
  let state: 'up' | 'down' | 'deaf' = 'up';
  let cutAt: number | undefined;
  let opened = 0;
  const flow = ([near, far]: readonly [Socket, Socket]) => {
    near.pipe(far);
    far.pipe(near);
  };
  const server = createServer((near) => {
    opened += 1;
    if (state === 'down') return near.destroy();
    const pair = [near, connect(Number(target.port || 5432), target.hostname)] as const;
    pairs.add(pair);
    let answers = 0;
    pair[1].on('data', () => {
      if (answers === cutAt) near.resetAndDestroy();
      answers += 1;
    });
    for (const socket of pair) {
      socket.on('error', () => {});
      socket.on('close', () => {
        pairs.delete(pair);
        for (const each of pair) each.destroy();
      });
    }
    if (state === 'up') flow(pair);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cut = () => {
    for (const [near] of pairs) near.destroy();
  };
  return {
    url: url.href,
    cut,
    down: () => {
      state = 'down';
      cut();
    },
    deaf: () => {
      state = 'deaf';
      for (const socket of [...pairs].flat()) socket.unpipe().pause();
    },
    cutAt: (answer) => {
      cutAt = answer;
    },
    up: () => {
      cutAt = undefined;
      if (state === 'deaf') pairs.forEach(flow);
      state = 'up';
    },
    opened: () => opened,
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
