import { findOpenFolders } from '../../lib/private-folders.js';
import { type Check, ok, warning } from './check.js';

/** Whether other users can open the data folder; no check for an unreadable folder. */
export async function lookAtPrivacy(dataDir: string): Promise<readonly Check[]> {
  const open = await findOpenFolders(dataDir).catch(() => undefined);
  if (open === undefined) return [];
  return [
    open.length === 0
      ? ok('privacy', `only its owner can open ${dataDir}`)
      : warning(
          'privacy',
          `other users of this machine can open ${open.join(', ')}, which holds accounts and the secret: the next start fixes this, or run chmod 700`,
        ),
  ];
}
