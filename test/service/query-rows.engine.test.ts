import { describeQueryRows } from './query-rows.js';

describeQueryRows({ zone: 'Europe/Berlin', from: '2026-03-24', seed: 41, queries: 16 });
