import { describe } from 'vitest';
import { conformanceSuite } from './conformance/conformance.js';
import { DRIVERS } from './each-clickhouse.js';

describe.each(DRIVERS)('ClickHouse (%s)', (_, open) => conformanceSuite(open));
