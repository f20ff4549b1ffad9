import type { Config } from '../app/config.js';
import { invalid } from '../lib/errors.js';
import { createBiUser } from '../sql/bi-users.js';
import { askAs } from '../sql/connect-as.js';
import { listWebsites } from '../websites/find-website.js';
import { type Answer, administration } from './administration.js';
import { commandGroup } from './command.js';
import { configuration } from './configuration.js';
import { findAccount } from './find-account.js';
import { table } from './table.js';
import { withEngines } from './with-engines.js';

const DATABASE = 'bi';

const credentials = administration({
  name: 'bi credentials',
  description:
    'Show how BI tools connect. On a ClickHouse server, also create a read-only user, or give it a new password',
  args: {
    account: { type: 'string', description: "The account's email address; required with CLICKHOUSE_URL" },
  },
  run: async ({ account }) => {
    const config = configuration();
    const { url } = config.clickhouse;
    return url === undefined ? describeEmbedded(config) : createOnServer(config, new URL(url), account);
  },
});

function describeEmbedded({ bi }: Config): Answer {
  const port = bi === undefined || bi.port === 0 ? 'set BI_PORT and start the service' : String(bi.port);
  const data = {
    host: bi?.host ?? '127.0.0.1',
    port: bi?.port ?? null,
    database: DATABASE,
    user: 'any',
    password: null,
  };
  return {
    data,
    lines: describe({ ...data, port, password: "the account's API key (footfall key generate makes a new one)" }),
  };
}

async function createOnServer(config: Config, url: URL, email: string | undefined): Promise<Answer> {
  if (email === undefined) throw invalid('--account: is required with CLICKHOUSE_URL');
  return withEngines(config, async ({ clickhouse, postgres: { db } }) => {
    const { id: accountId } = await findAccount(db, email);
    const websiteIds = (await listWebsites(db, accountId)).map(({ id }) => id);
    const { cluster } = config.clickhouse;
    const { user, password } = await createBiUser(clickhouse, { accountId, websiteIds, cluster }, askAs(url.href));
    const port = url.port || (url.protocol === 'https:' ? '443' : '80');
    const data = { host: url.hostname, port: Number(port), database: DATABASE, user, password };
    return {
      data: { ...data, websites: websiteIds },
      lines: [
        ...describe({ ...data, port }),
        `It sees ${websiteIds.length} websites. Run this again after adding one; the password is then a new one.`,
      ],
    };
  });
}

const describe = (
  settings: Readonly<Record<'host' | 'port' | 'database' | 'user' | 'password', string>>,
): readonly string[] => table(['SETTING', 'VALUE'], [['protocol', 'HTTP (ClickHouse)'], ...Object.entries(settings)]);

export const bi = commandGroup('bi', 'SQL for BI tools', { credentials });
