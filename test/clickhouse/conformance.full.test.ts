import { describe } from 'vitest';
import { conformanceSuite } from './conformance/conformance.js';
import { SERVERS } from './each-clickhouse.js';

describe.each(SERVERS)('ClickHouse (%s)', (_, open) => conformanceSuite(open));
