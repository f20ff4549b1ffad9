import { expect, it } from 'vitest';
import { FOREIGN_ID, OWN_ID, sampleApp, withKey } from './sample-app.js';

it('counts requests by route pattern, never by path', async () => {
  const { app } = sampleApp();
  await app.request(`/api/v1/websites/${OWN_ID}`, withKey());
  await app.request(`/api/v1/websites/${FOREIGN_ID}`, withKey());
  await app.request(`/api/v1/websites/${OWN_ID}`, withKey({ method: 'PUT' }));
  await app.request('/api/v1/secret-path', withKey());
  await app.request('/another-secret');
  await app.request('/api/v1/failing/error', withKey());

  const response = await app.request('/metrics');
  expect(response.headers.get('Content-Type')).toContain('text/plain');
  const text = await response.text();
  expect(text).toContain('process_cpu_seconds_total');
  for (const labels of [
    'method="GET",route="/api/v1/websites/:id",status="200"',
    'method="GET",route="/api/v1/websites/:id",status="403"',
    'method="PUT",route="/api/v1/websites/:id",status="405"',
    'method="GET",route="/api/v1/*",status="404"',
    'method="GET",route="/*",status="404"',
    'method="GET",route="/api/v1/failing/:how",status="500"',
  ]) {
    expect(text).toContain(`http_request_duration_seconds_count{${labels}} 1`);
  }
  for (const secret of [OWN_ID, FOREIGN_ID, 'secret']) expect(text).not.toContain(secret);
});
