import { describeFunnels } from './funnels.js';

describeFunnels({ zone: 'Europe/Berlin', from: '2026-03-24', seed: 55, funnels: 12 });
