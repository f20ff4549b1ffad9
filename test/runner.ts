import { type RunnerTestCase, type RunnerTestSuite, TestRunner } from 'vitest';
import { beginFile, beginTest, endTest, explain } from './recent.js';
import { closeWhatIsLeft, makeRoom, usesSharedService } from './service/kept-open.js';

/**
 * Closes the shared service before a file that does not use it, what a failed test has left open before any file, and all when the
 * process ends. A failure shows its last requests and what was logged.
 */
// biome-ignore lint/style/noDefaultExport: Vitest reads it.
export default class Runner extends TestRunner {
  override async importFile(path: string, source: 'collect' | 'setup'): Promise<unknown> {
    this.onCleanupWorkerContext(async () => {
      await closeWhatIsLeft();
      await makeRoom();
    });
    if (source === 'collect') {
      beginFile();
      await closeWhatIsLeft();
      if (!(await usesSharedService(path))) await makeRoom();
    }
    return super.importFile(path, source);
  }

  /** A test that calls `skip` while it runs does not reach `onAfterRunTask`. */
  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    endTest();
    await super.onBeforeRunSuite(suite);
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    beginTest();
    await super.onBeforeRunTask(test);
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    explain(test.result?.errors);
    endTest();
    super.onAfterRunTask(test);
  }

  /** A failed `beforeAll` or `afterAll` is an error of its suite. */
  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    explain(suite.result?.errors);
    await super.onAfterRunSuite(suite);
  }
}
