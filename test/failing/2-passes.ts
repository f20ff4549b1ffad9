import { expect, test } from 'vitest';
import { testService } from '../service/test-service.js';

test('that opens a service passes', async () => {
  const service = await testService();
  expect((await service.app.request('/health/ready')).status).toBe(200);
  await service.close();
});
