import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { countFailingExports } from '../../history/export/scheduled-export-repository.js';
import type { Database } from '../../postgres/postgres.js';
import { type Check, ok, problem, warning } from './check.js';

export async function lookAtExports(db: Database): Promise<Check> {
  const failing = await countFailingExports(db);
  return failing === 0
    ? ok('scheduled exports', 'none failing')
    : warning('scheduled exports', `${failing} failing, and retried at least once an hour: see the log`);
}

/** Whether `EXPORT_DIR` is a folder that this user can write to. */
export async function lookAtExportFolder(folder: string): Promise<Check> {
  try {
    if (!(await stat(folder)).isDirectory()) return problem('export folder', `EXPORT_DIR: ${folder} is not a folder`);
    await access(folder, constants.W_OK | constants.X_OK);
    return ok('export folder', `${folder} can be written to by this user`);
  } catch (error) {
    return problem('export folder', `EXPORT_DIR: ${folder} cannot be used (${(error as NodeJS.ErrnoException).code})`);
  }
}
