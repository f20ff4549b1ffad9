import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, readFile, realpath, rm, stat } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder, writeDurably } from '../lib/durable-files.js';
import { makePrivate, PRIVATE_FOLDER } from '../lib/private-folders.js';
import { Installation, type InstallationConfig } from './installation.js';

/** Operating systems limit a socket's path to about a hundred bytes. */
const MAX_SOCKET_PATH_LENGTH = 100;

/** Held by one process at a time. */
export interface FolderLock {
  /** Handles requests of the same user's other processes; until the call they get 503. */
  answer(listener: RequestListener): void;
  release(): Promise<void>;
}

/** Contains all local files of Footfall. One process at a time holds it. */
export interface DataFolder extends FolderLock {
  readonly path: string;
  /** Permanent id of this installation. */
  readonly instance: string;
  /** Key of visitor ids and sign-in sessions: `SECRET`, else generated at the first start. */
  readonly secret: string;
  /** Compared with the content of the data folder and the databases. */
  readonly installation: Installation;
  /** A line for each folder that other users can read and whose mode could not be changed. */
  readonly warnings: readonly string[];
}

/** Another process holds the folder, and is not affected. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/**
 * Creates a missing folder, but nothing in a folder that has lost a part.
 *
 * @throws FolderInUse, IncompleteInstallation
 */
export async function openDataFolder(config: InstallationConfig): Promise<DataFolder> {
  const path = config.dataDir;
  await makeFolder(path, PRIVATE_FOLDER);
  const lock = await lockDataFolder(path);
  try {
    const installation = await Installation.open(config);
    return {
      path,
      warnings: await makePrivate(path),
      instance: await ownValue(join(path, 'instance'), randomUUID),
      secret: config.secret ?? (await ownValue(join(path, 'secret'), () => randomBytes(32).toString('hex'))),
      installation,
      ...lock,
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * Changes nothing in the folder, which must exist.
 *
 * @throws FolderInUse
 */
export async function lockDataFolder(path: string): Promise<FolderLock> {
  let listener: RequestListener = (_, response) => void response.writeHead(503).end();
  const server = createServer((incoming, outgoing) => listener(incoming, outgoing));
  await takeLock(server, path);
  return {
    answer: (handler) => {
      listener = handler;
    },
    release: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * A listening socket is the lock: the system releases it when the process dies for any reason, while a file with a
 * process id can become stale.
 */
async function takeLock(server: Server, folder: string): Promise<void> {
  const path = await socketPath(folder);
  if (await listens(server, path)) return;
  if (await isAnswered(path)) {
    throw new FolderInUse(`${folder} is in use by another Footfall process: stop it, or choose another DATA_DIR`);
  }
  await rm(path, { force: true });
  if (await listens(server, path)) return;
  throw new FolderInUse(`${folder} was taken by another Footfall process at this moment`);
}

/**
 * A socket outside of the folder could be another user's.
 *
 * @throws FolderInUse when its owner is not the folder's
 */
export async function findLockSocket(folder: string): Promise<string> {
  const path = await socketPath(folder);
  const [socket, { uid }] = await Promise.all([stat(path), stat(folder)]);
  if (socket.uid !== uid) throw new FolderInUse(`${path} does not belong to the owner of ${folder}`);
  return path;
}

async function socketPath(folder: string): Promise<string> {
  const path = join(await realpath(folder), 'lock.sock');
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH_LENGTH) return path;
  return join(tmpdir(), `footfall-${createHash('sha256').update(path).digest('hex').slice(0, 16)}.sock`);
}

async function listens(server: Server, path: string): Promise<boolean> {
  const isListening = await new Promise<boolean>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(Object.assign(error, { path })),
    );
    server.listen(path, () => {
      server.removeAllListeners('error');
      server.unref();
      resolve(true);
    });
  });
  if (isListening) await chmod(path, 0o600);
  return isListening;
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Creates a missing file, which is safe because the folder is locked. */
async function ownValue(path: string, make: () => string): Promise<string> {
  if (!existsSync(path)) await writeDurably(path, make(), { mode: 0o600 });
  const text = (await readFile(path, 'utf8')).trim();
  if (text !== '') return text;
  throw new Error(
    `${path} is empty: put a copy of it back, or remove it to have a new one made; a new secret makes all visitors new`,
  );
}
