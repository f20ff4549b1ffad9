import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const PAGE_BYTES = 4096;

/**
 * Bytes used by another process alone: on Linux without pages of files, elsewhere all resident memory. Returns 0 for a
 * process that has ended.
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

/** The command unless the process has set a title; empty for one that has ended. */
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
