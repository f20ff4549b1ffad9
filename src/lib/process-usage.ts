import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const PAGE_BYTES = 4096;

/**
 * Returns the bytes of memory that another process has to itself: on Linux without the pages of files, elsewhere all that is resident.
 * Returns 0 for a process that has ended.
 */
export async function readMemory(pid: number): Promise<number> {
  try {
    if (process.platform !== 'linux') return Number((await askPs(pid, 'rss')).trim()) * 1024;
    const [, resident = 0, shared = 0] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ').map(Number);
    return (resident - shared) * PAGE_BYTES;
  } catch {
    return 0;
  }
}

/** Returns the title of a process, which is its command unless it has set another one; empty for one that has ended. */
export async function readTitle(pid: number): Promise<string> {
  try {
    if (process.platform !== 'linux') return (await askPs(pid, 'command')).trim();
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

const askPs = async (pid: number, column: string): Promise<string> =>
  (await promisify(execFile)('ps', ['-o', `${column}=`, '-p', String(pid)])).stdout;
