import { confirm, isCancel } from '@clack/prompts';
import { invalid } from '../lib/errors.js';

export const yes = { type: 'boolean', description: 'Do not ask for confirmation' } as const;

/**
 * Asks on a terminal before data is lost. Scripts are not asked.
 *
 * @param consequence names what will be lost
 * @throws AppError `invalid` when the person does not agree
 */
export async function confirmLoss(consequence: string, isConfirmed: boolean | undefined): Promise<void> {
  if (isConfirmed || !process.stdin.isTTY || !process.stderr.isTTY) return;
  const answer = await confirm({
    message: `${consequence}\nContinue?`,
    initialValue: false,
    output: process.stderr,
  });
  if (isCancel(answer) || !answer) throw invalid('cancelled: nothing was changed');
}
