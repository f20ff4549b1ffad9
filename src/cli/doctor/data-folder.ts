import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import type { Config } from '../../app/config.js';
import { FolderInUse, lockDataFolder } from '../../app/data-folder.js';
import { failureLine } from '../../app/failure-line.js';
import { type Check, inBytes, ok, problem, warning } from './check.js';

/** The engines need space for merges even without new data. */
const LEAST_FREE_BYTES = 250_000_000;

export type Hold = 'missing' | 'unusable' | 'held by a server' | 'ours';

export interface HeldFolder {
  readonly hold: Hold;
  readonly checks: readonly Check[];
  release(): Promise<void>;
}

/** Locks the data folder if it exists and is free, so that no process starts during the check. Creates nothing. */
export async function lookAtDataFolder({ dataDir, journalMaxBytes }: Config): Promise<HeldFolder> {
  const release = async () => {};
  try {
    await access(dataDir, constants.R_OK | constants.W_OK);
    const disk = freeSpace(await statfs(dataDir), journalMaxBytes);
    const locked = await lockDataFolder(dataDir).catch((error: unknown) => {
      if (error instanceof FolderInUse) return undefined;
      throw error;
    });
    return locked === undefined
      ? {
          hold: 'held by a server',
          checks: [ok('data folder', `${dataDir} is in use by a running Footfall`), disk],
          release,
        }
      : {
          hold: 'ours',
          checks: [ok('data folder', `${dataDir} is writable and not in use`), disk],
          release: locked.release,
        };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      const check = warning('data folder', `${dataDir} does not exist yet; the first start creates it`);
      return { hold: 'missing', checks: [check], release };
    }
    return { hold: 'unusable', checks: [problem('data folder', failureLine(error))], release };
  }
}

function freeSpace({ bavail, bsize }: { bavail: number; bsize: number }, journalMaxBytes: number): Check {
  const free = bavail * bsize;
  if (free < LEAST_FREE_BYTES) return problem('disk', `only ${inBytes(free)} free`);
  if (free < journalMaxBytes) {
    return warning(
      'disk',
      `${inBytes(free)} free, but the journal may need ${inBytes(journalMaxBytes)}: see JOURNAL_MAX_BYTES`,
    );
  }
  return ok('disk', `${inBytes(free)} free`);
}
