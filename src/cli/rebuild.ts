import { rebuildVisitors } from '../clickhouse/rebuild-visitors.js';
import { administration } from './administration.js';
import { configuration } from './configuration.js';
import { withEngines } from './with-engines.js';

export const rebuild = administration({
  name: 'rebuild',
  description: 'Make the tables that are derived from the events anew',
  args: {},
  run: () =>
    withEngines(configuration(), async ({ clickhouse }) => {
      const visitors = await rebuildVisitors(clickhouse);
      return {
        data: { rebuilt: [{ table: 'visitors', rows: visitors }], kept: ['usage'] },
        lines: [
          `visitors: made anew, ${visitors.toLocaleString('en')} first visits`,
          'usage: kept as it is, for it also counts websites whose events were deleted with them',
        ],
      };
    }),
});
