import { beforeAll, describe, vi } from 'vitest';
import type { StatsQuery } from '../../src/stats/query.js';
import { events } from '../../src/stats/sources/events.js';
import type { Source } from '../../src/stats/sources/source.js';
import { tableSource } from '../../src/stats/sources/table-source.js';
import { visits } from '../../src/stats/sources/visits.js';
import { WEEKS } from '../oracle/weeks.js';
import { describeWeeks } from './oracle-weeks.js';

const selected = vi.hoisted(() => ({ tables: [] as readonly Source[] }));

// What other sources would answer sooner, these answer too, with the same numbers.
vi.mock(import('../../src/stats/plan.js'), async () => {
  const sourceFor = (query: StatsQuery) => selected.tables.find((table) => table.canAnswer(query))!;
  return { sources: [], sourceFor };
});

describe.each([
  [
    'visits, and events where these cannot,',
    [tableSource(visits), tableSource(events)],
    WEEKS.slice(0, 3),
    ['visits', 'events'],
  ],
  ['events alone', [tableSource(events)], WEEKS.slice(3), ['events']],
] as const)('%s answer', (_, tables, weeks, sources) => {
  beforeAll(() => {
    selected.tables = tables;
  });

  describeWeeks({ weeks, sources });
});
