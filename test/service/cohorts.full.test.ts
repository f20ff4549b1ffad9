import { describeCohorts } from './cohorts.js';
import { unmergedService } from './unmerged-service.js';

describeCohorts({ zone: 'America/New_York', from: '2025-09-28', seed: 62, tables: 80, open: unmergedService });
describeCohorts({ zone: 'Australia/Lord_Howe', from: '2026-02-28', seed: 63, tables: 80 });
describeCohorts({ zone: 'Asia/Kathmandu', from: '2025-12-01', seed: 64, tables: 80 });
