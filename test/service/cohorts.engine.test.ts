import { describeCohorts } from './cohorts.js';

describeCohorts({ zone: 'Europe/Berlin', from: '2026-02-12', seed: 67, tables: 8 });
