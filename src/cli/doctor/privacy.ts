import { findOpenFolders } from '../../lib/private-folders.js';
import { type Check, ok, warning } from './check.js';

/** Looks whether others than the owner can open the data folder; nothing where there is none that can be read. */
export async function lookAtPrivacy(dataDir: string): Promise<readonly Check[]> {
  const open = await findOpenFolders(dataDir).catch(() => undefined);
  if (open === undefined) return [];
  return [
    open.length === 0
      ? ok('privacy', `only its owner can open ${dataDir}`)
      : warning(
          'privacy',
          `other users of this machine can open ${open.join(', ')}, where accounts and the secret are: the next start closes it, or chmod 700`,
        ),
  ];
}
