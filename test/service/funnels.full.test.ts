import { describeFunnels } from './funnels.js';
import { unmergedService } from './unmerged-service.js';

describeFunnels({ zone: 'America/New_York', from: '2025-10-28', seed: 52, funnels: 80, open: unmergedService });
describeFunnels({ zone: 'Australia/Lord_Howe', from: '2026-03-31', seed: 53, funnels: 80 });
describeFunnels({ zone: 'Asia/Kathmandu', from: '2026-02-24', seed: 54, funnels: 80 });
