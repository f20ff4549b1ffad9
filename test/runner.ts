import { TestRunner } from 'vitest';
import { makeRoom, usesSharedService } from './service/kept-open.js';

/** Closes the shared service before a file that does not use it, and when the process ends. */
// biome-ignore lint/style/noDefaultExport: Vitest reads it.
export default class Runner extends TestRunner {
  override async importFile(path: string, source: 'collect' | 'setup'): Promise<unknown> {
    this.onCleanupWorkerContext(makeRoom);
    if (source === 'collect' && !(await usesSharedService(path))) await makeRoom();
    return super.importFile(path, source);
  }
}
