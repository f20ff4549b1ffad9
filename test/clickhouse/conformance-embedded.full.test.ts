import { describe } from 'vitest';
import { conformanceSuite } from './conformance/conformance.js';
import { openEmbedded } from './each-clickhouse.js';

describe('ClickHouse (embedded)', () => conformanceSuite(openEmbedded));
