import { QUERY_MUTANTS } from '../oracle/query-rows.js';
import { describeQueryRows } from './query-rows.js';

describeQueryRows({ zone: 'America/New_York', from: '2025-10-28', seed: 45, queries: 60, mutants: QUERY_MUTANTS });
describeQueryRows({ zone: 'Australia/Lord_Howe', from: '2026-03-31', seed: 43, queries: 20 });
describeQueryRows({ zone: 'Asia/Kathmandu', from: '2026-02-24', seed: 44, queries: 20 });
