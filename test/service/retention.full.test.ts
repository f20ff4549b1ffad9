import { afterAll, beforeAll } from 'vitest';
import { describeRetention, RETENTION_WEEKS, type RetentionService, retentionService } from './retained-history.js';

let opened: RetentionService;

beforeAll(async () => {
  opened = await retentionService();
});

afterAll(() => opened.service.close());

for (const week of RETENTION_WEEKS) describeRetention(() => opened, week);
