import { type Config, ConfigError } from '../app/config.js';
import { type Answer, administration } from './administration.js';
import { configuration } from './configuration.js';
import { type Check, ok, problem } from './doctor/check.js';
import { lookAtClock } from './doctor/clock.js';
import { lookAtDamage } from './doctor/damage.js';
import { lookAtDataFolder } from './doctor/data-folder.js';
import { lookAtClickHouse, lookAtPostgres, lookAtSkipped } from './doctor/databases.js';
import { lookAtEmails } from './doctor/emails.js';
import { lookAtExportFolder, lookAtExports } from './doctor/exports.js';
import { lookAtInstallation } from './doctor/installation.js';
import { lookAtJournal } from './doctor/journal.js';
import { lookAtPlaces } from './doctor/places.js';
import { lookAtPrivacy } from './doctor/privacy.js';
import { lookAtUnfinished } from './doctor/unfinished.js';
import { lookAtWaiting } from './doctor/waiting.js';
import { table } from './table.js';

export const doctor = administration({
  name: 'doctor',
  description: 'Diagnose problems without changing anything',
  args: {
    full: { type: 'boolean', description: 'Also verify the checksums of all rows in ClickHouse' },
  },
  run: async ({ full = false }) => {
    try {
      return report([ok('configuration', 'is valid'), ...(await examine(configuration(), full))]);
    } catch (error) {
      if (error instanceof ConfigError) return report([problem('configuration', error.message)]);
      throw error;
    }
  },
});

async function examine(config: Config, full: boolean): Promise<readonly Check[]> {
  const { dataDir, exportDir, geoipDb } = config;
  const folder = await lookAtDataFolder(config);
  const privacy = await lookAtPrivacy(dataDir);
  const clickhouse = await lookAtClickHouse(config, folder.hold);
  const postgres = await lookAtPostgres(config, folder.hold);
  try {
    const opened = { clickhouse: clickhouse.opened?.client, postgres: postgres.opened?.client };
    const now = Date.now();
    const drifts = [clickhouse.opened, postgres.opened].flatMap((opened) => (opened ? [opened.drift] : []));
    return [
      ...folder.checks,
      ...privacy,
      await lookAtInstallation(config, opened),
      ...lookAtSkipped(config, folder.hold),
      ...clickhouse.checks,
      ...postgres.checks,
      ...(opened.clickhouse === undefined ? [] : await lookAtDamage(opened.clickhouse, full)),
      await lookAtJournal(dataDir),
      ...(await lookAtWaiting(dataDir, now)),
      ...(postgres.opened?.isMigrated ? await lookAtUnfinished(postgres.opened.client, now) : []),
      ...(postgres.opened?.isMigrated ? [await lookAtExports(postgres.opened.client)] : []),
      ...(exportDir === undefined ? [] : [await lookAtExportFolder(exportDir)]),
      await lookAtEmails(config, postgres.opened?.isMigrated ? postgres.opened.client : undefined, now),
      lookAtPlaces(geoipDb, now),
      lookAtClock(now, drifts),
    ];
  } finally {
    await postgres.close();
    await clickhouse.close();
    await folder.release();
  }
}

function report(checks: readonly Check[]): Answer {
  const failed = checks.some(({ status }) => status === 'problem');
  return {
    data: { ok: !failed, checks },
    lines: table(
      ['STATUS', 'CHECK', 'RESULT'],
      checks.map(({ status, name, message }) => [status, name, message]),
    ),
    failed,
  };
}
