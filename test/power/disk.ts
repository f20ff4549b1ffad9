import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = async (command: string, ...args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(command, args)).stdout.trim();

const SIZE = 600 * 1024 * 1024;

/** A small ext4 file system in a file, which can be copied as a loss of power would leave it. */
export class Disk {
  private constructor(
    private readonly image: string,
    private readonly device: string,
    /** Where it is mounted. */
    readonly folder: string,
  ) {}

  /** Makes and mounts a new one; undefined where this process may not. */
  static async create(image: string): Promise<Disk | undefined> {
    try {
      await writeFile(image, '');
      await truncate(image, SIZE);
      await run('mkfs.ext4', '-q', '-F', '-J', 'size=16', image);
      return await Disk.mount(image);
    } catch {
      return undefined;
    }
  }

  /** Mounts an image as a machine does that starts after the loss of power: what its journal has is replayed. */
  static async mount(image: string): Promise<Disk> {
    const folder = `${image}.mounted`;
    await mkdir(folder, { recursive: true });
    const device = await run('losetup', '--find', '--show', image);
    try {
      await run('mount', device, folder);
    } catch (error) {
      await run('losetup', '--detach', device);
      throw error;
    }
    return new Disk(image, device, folder);
  }

  /** Sets how often the file system writes by itself what nobody has synced. */
  async commitEvery(seconds: number): Promise<void> {
    await run('mount', '-o', `remount,commit=${seconds}`, this.folder);
  }

  /**
   * Copies what has reached the disk, at one instant: nothing may write to the file system meanwhile. What is in the memory of the
   * kernel alone stays behind. The file system may write some of it back during the copy; then it is taken again.
   */
  async copy(to: string): Promise<void> {
    for (;;) {
      const before = await this.#writes();
      await run('cp', '--sparse=always', this.image, to);
      if ((await this.#writes()) === before) return;
      await wait(20);
    }
  }

  async remove(): Promise<void> {
    await run('umount', this.folder);
    await run('losetup', '--detach', this.device);
    await rm(this.image, { force: true });
    await rm(this.folder, { recursive: true });
  }

  /** How much was written to the device, and how many requests are under way. */
  async #writes(): Promise<string> {
    const counts = (await readFile(join('/sys/block', basename(this.device), 'stat'), 'utf8')).trim().split(/\s+/);
    return [4, 6, 8].map((field) => counts[field]).join(' ');
  }
}
