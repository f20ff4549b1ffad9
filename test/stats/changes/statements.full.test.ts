import { openEmbedded, openTwoShards } from '../../clickhouse/each-clickhouse.js';
import { describeStatements } from './statements.js';

const KATHMANDU = { zone: 'Asia/Kathmandu', from: '2026-01-05', seed: 12, length: 1, kind: 'source up' } as const;
const LORD_HOWE = { zone: 'Australia/Lord_Howe', from: '2026-03-02', seed: 13, length: 5, kind: 'page up' } as const;
const NEW_YORK = {
  zone: 'America/New_York',
  from: '2026-02-02',
  seed: 14,
  length: 28,
  kind: 'campaign starts',
} as const;

describeStatements(openEmbedded, KATHMANDU);
describeStatements(openEmbedded, LORD_HOWE);
describeStatements(openEmbedded, { ...LORD_HOWE, length: 10, seed: 15 });
describeStatements(openEmbedded, NEW_YORK);
describeStatements(openTwoShards, { ...LORD_HOWE, length: 7, kind: 'pair' });
