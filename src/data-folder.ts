import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, realpath, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Installation, type InstallationConfig } from './installation.js';
import { makeFolder, writeDurably } from './lib/durable-files.js';
import { makePrivate, PRIVATE_FOLDER } from './lib/private-folders.js';

/** A socket's path may have about a hundred bytes. */
const MAX_SOCKET_PATH_LENGTH = 100;

/** The folder of everything that Footfall keeps itself, held by one process at a time. */
export interface DataFolder {
  readonly path: string;
  /** Names this installation, for ever. */
  readonly instance: string;
  /** The key of visitor ids and sign-in sessions: `SECRET`, else made at the first start. */
  readonly secret: string;
  /** What belongs to this installation, compared with what is there. */
  readonly installation: Installation;
  /** Which folders others could read, and could not be closed to them: one line each. */
  readonly warnings: readonly string[];
  release(): Promise<void>;
}

/** The folder is in use by another process, which goes on unharmed. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/**
 * Takes hold of the folder, and makes it if it is not there. Nothing is made in a folder that has lost something.
 *
 * @throws FolderInUse, IncompleteInstallation
 */
export async function openDataFolder(config: InstallationConfig): Promise<DataFolder> {
  const path = config.dataDir;
  await makeFolder(path, PRIVATE_FOLDER);
  const release = await lockDataFolder(path);
  try {
    const installation = await Installation.open(config);
    return {
      path,
      warnings: await makePrivate(path),
      instance: await ownValue(join(path, 'instance'), randomUUID),
      secret: config.secret ?? (await ownValue(join(path, 'secret'), () => randomBytes(32).toString('hex'))),
      installation,
      release,
    };
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * Takes hold of a folder that is there, changes nothing in it, and gives what lets it go.
 *
 * @throws FolderInUse
 */
export async function lockDataFolder(path: string): Promise<DataFolder['release']> {
  const lock = await takeLock(path);
  return () => new Promise((resolve) => lock.close(() => resolve()));
}

/**
 * A listening socket is a lock that the system itself lets go when its process dies, however it dies. A file with a
 * process number in it would have to be believed.
 */
async function takeLock(folder: string): Promise<Server> {
  const path = await socketPath(folder);
  const server = createServer((socket) => socket.destroy());
  if (await listens(server, path)) return server;
  if (await isAnswered(path)) {
    throw new FolderInUse(`${folder} is in use by another Footfall process: stop it, or choose another DATA_DIR`);
  }
  await rm(path, { force: true });
  if (await listens(server, path)) return server;
  throw new FolderInUse(`${folder} was taken by another Footfall process at this moment`);
}

async function socketPath(folder: string): Promise<string> {
  const path = join(await realpath(folder), 'lock.sock');
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH_LENGTH) return path;
  return join(tmpdir(), `footfall-${createHash('sha256').update(path).digest('hex').slice(0, 16)}.sock`);
}

function listens(server: Server, path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(Object.assign(error, { path })),
    );
    server.listen(path, () => {
      server.removeAllListeners('error');
      server.unref();
      resolve(true);
    });
  });
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

/** The text of a file, which is made when it is not there: nobody else does so, since the folder is held. */
async function ownValue(path: string, make: () => string): Promise<string> {
  if (!existsSync(path)) await writeDurably(path, make(), 0o600);
  const text = (await readFile(path, 'utf8')).trim();
  if (text !== '') return text;
  throw new Error(
    `${path} is empty: put a copy of it back, or remove it to have a new one made; a new secret makes all visitors new`,
  );
}
