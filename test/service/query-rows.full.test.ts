import { QUERY_MUTANTS } from '../oracle/query-rows.js';
import { ofTheDay } from '../seed.js';
import { describeQueryRows } from './query-rows.js';

const HISTORIES = [
  { zone: 'America/New_York', from: '2025-10-28', seed: 45, queries: 60, mutants: QUERY_MUTANTS },
  { zone: 'Australia/Lord_Howe', from: '2026-03-31', seed: 43, queries: 60, mutants: QUERY_MUTANTS },
  { zone: 'Asia/Kathmandu', from: '2026-02-24', seed: 44, queries: 60, mutants: QUERY_MUTANTS },
];

for (const history of ofTheDay(HISTORIES)) describeQueryRows(history);
