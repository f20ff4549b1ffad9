import { join } from 'node:path';
import type { Context } from '../context/context.js';

/** Where events are on their way from their acknowledgment to ClickHouse. */
export const eventFolders = ({ config: { dataDir } }: Context) => ({
  journal: join(dataDir, 'journal'),
  journalRegister: join(dataDir, 'journal-register'),
  blocks: join(dataDir, 'blocks'),
  /** Data that cannot be read, processed or inserted. */
  rejected: join(dataDir, 'rejected'),
  unknownWebsites: join(dataDir, 'unknown-websites'),
  /** Events that came after a later session of their visitor had begun: its sessions must be rebuilt. */
  late: join(dataDir, 'late-events'),
  /** Keys of recent events. */
  keys: join(dataDir, 'event-keys'),
});
