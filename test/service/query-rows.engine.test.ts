import { describeQueryRows } from './query-rows.js';

describeQueryRows({ zone: 'Europe/Berlin', from: '2026-03-24', seed: 41, queries: 8 });
describeQueryRows({
  zone: 'America/Sao_Paulo',
  from: '2026-05-11',
  seed: 45,
  queries: 6,
  names: ['exitPage', 'screen'],
});
