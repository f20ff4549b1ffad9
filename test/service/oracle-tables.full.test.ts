import { beforeAll, describe, vi } from 'vitest';
import type { Demand } from '../../src/stats/query.js';
import { events } from '../../src/stats/sources/events.js';
import type { Table } from '../../src/stats/sources/source.js';
import { visits } from '../../src/stats/sources/visits.js';
import { WEEKS } from '../oracle/weeks.js';
import { describeWeeks } from './oracle-weeks.js';

const asked = vi.hoisted(() => ({ tables: [] as readonly Table[] }));

// What other sources would answer sooner, these answer too, with the same numbers.
vi.mock(import('../../src/stats/plan.js'), async () => {
  const { events: all } = await import('../../src/stats/sources/events.js');
  const tableFor = (demand: Demand) => asked.tables.find((table) => table.canAnswer(demand)) ?? all;
  return { tables: [], sources: [], sourceFor: tableFor, tableFor };
});

describe.each([
  ['visits, and events where these cannot,', [visits, events], WEEKS.slice(0, 3), ['visits', 'events']],
  ['events alone', [events], WEEKS.slice(3), ['events']],
] as const)('%s answer', (_, tables, weeks, sources) => {
  beforeAll(() => {
    asked.tables = tables;
  });

  describeWeeks({ weeks, sources });
});
