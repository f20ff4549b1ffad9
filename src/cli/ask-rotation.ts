import { isCancel, select } from '@clack/prompts';
import type { Config } from '../config.js';
import { isNewDataFolder, keepChosenRotation, readChosenRotation } from '../data-folder.js';
import { invalid } from '../lib/errors.js';
import { VISITOR_ID } from '../visitors/describe-rotation.js';
import type { VisitorIdRotation } from '../visitors/rotation.js';

const OPTIONS: { readonly value: VisitorIdRotation; readonly label: string; readonly hint: string }[] = [
  { value: 'never', label: 'permanently', hint: 'a returning visitor is always recognized' },
  { value: 'monthly', label: 'until the month ends', hint: 'a returning visitor is recognized within a month of UTC' },
  { value: 'daily', label: 'until the day ends', hint: 'a returning visitor is recognized within a day of UTC' },
];

/**
 * Asks on a terminal, before the first start on a data folder, for how long visitor IDs stay the same, and keeps the answer
 * in the folder. Does not ask when the configuration says it, nor with `DATABASE_URL`, because every process that shares the
 * database must have the same setting.
 *
 * @throws AppError `invalid` when the prompt is cancelled
 */
export async function askRotation({ visitorIdRotation, databaseUrl, dataDir }: Config): Promise<void> {
  const isConfigured = visitorIdRotation !== undefined || databaseUrl !== undefined;
  if (isConfigured || !process.stdin.isTTY || !process.stderr.columns) return;
  if (!isNewDataFolder(dataDir) || (await readChosenRotation(dataDir)) !== undefined) return;
  const chosen = await select({
    message: `${VISITOR_ID}\nHow long should it stay the same? (VISITOR_ID_ROTATION changes it later.)`,
    options: OPTIONS.map((option) => ({ ...option, label: `${option.value}: ${option.label}` })),
    initialValue: 'never' as VisitorIdRotation,
    output: process.stderr,
  });
  if (isCancel(chosen)) throw invalid('cancelled');
  await keepChosenRotation(dataDir, chosen);
}
