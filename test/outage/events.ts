import type { TestService } from '../service/test-service.js';

export const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Posts a pageview of `path`, from a visitor with the address. */
export const view = async (
  service: Pick<TestService, 'app'>,
  trackingKey: string,
  path: string,
  address = '192.0.2.1',
): Promise<Response> =>
  service.app.request(
    '/api/event',
    {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain', 'User-Agent': BROWSER },
      body: JSON.stringify({ key: trackingKey, type: 'pageview', url: `https://example.com${path}` }),
    },
    { incoming: { socket: { remoteAddress: address } } },
  );
