import { ofTheDay } from '../seed.js';
import { describeFunnels } from './funnels.js';

const HISTORIES = [
  { zone: 'America/New_York', from: '2025-10-28', seed: 52, funnels: 80 },
  { zone: 'Australia/Lord_Howe', from: '2026-03-31', seed: 53, funnels: 80 },
  { zone: 'Asia/Kathmandu', from: '2026-02-24', seed: 54, funnels: 80 },
];

for (const history of ofTheDay(HISTORIES)) describeFunnels(history);
