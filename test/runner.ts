import { type RunnerTestCase, TestRunner } from 'vitest';
import { explain, forget } from './recent.js';
import { makeRoom, usesSharedService } from './service/kept-open.js';

/**
 * Closes the shared service before a file that does not use it, and when the process ends. A failed test shows its last requests and
 * what was logged.
 */
// biome-ignore lint/style/noDefaultExport: Vitest reads it.
export default class Runner extends TestRunner {
  override async importFile(path: string, source: 'collect' | 'setup'): Promise<unknown> {
    this.onCleanupWorkerContext(makeRoom);
    if (source === 'collect' && !(await usesSharedService(path))) await makeRoom();
    return super.importFile(path, source);
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    forget();
    await super.onBeforeRunTask(test);
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    explain(test.result?.errors);
    super.onAfterRunTask(test);
  }
}
