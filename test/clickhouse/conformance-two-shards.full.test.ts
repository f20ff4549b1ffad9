import { describe } from 'vitest';
import { conformanceSuite } from './conformance/conformance.js';
import { openTwoShards } from './each-clickhouse.js';

describe('ClickHouse (two shards)', () => conformanceSuite(openTwoShards));
