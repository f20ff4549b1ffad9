import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { usesSharedService } from './service/kept-open.js';

/**
 * Within each project, runs the files that share the service first: a process then opens it once. Otherwise the order is
 * Vitest's: the longest first, by their size where they have not run yet.
 */
export class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await Promise.all(
      (await super.sort(files)).map(async (file) => ({ file, shares: await usesSharedService(file.moduleId) })),
    );
    const projects = [...new Set(sorted.map(({ file }) => file.project))];
    return projects.flatMap((project) => {
      const own = sorted.filter(({ file }) => file.project === project);
      return [...own.filter(({ shares }) => shares), ...own.filter(({ shares }) => !shares)].map(({ file }) => file);
    });
  }
}
