import { describe } from 'vitest';
import { conformanceSuite } from './conformance/conformance.js';
import { openThroughClient } from './each-clickhouse.js';

describe('ClickHouse (@clickhouse/client)', () => conformanceSuite(openThroughClient));
