import { openEmbedded } from '../../clickhouse/each-clickhouse.js';
import { describeStatements } from './statements.js';

describeStatements(openEmbedded, { zone: 'Europe/Berlin', from: '2026-09-21', seed: 11, length: 7, kind: 'new post' });
