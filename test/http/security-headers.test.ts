import { expect, it } from 'vitest';
import { checkRows } from '../rows.js';
import { sampleApp, withKey } from './sample-app.js';

const { app } = sampleApp();

it('every answer has them', () =>
  checkRows(
    ['/api/v1/account', '/api/v1/nothing', '/api/v1/failing/error', '/health/live', '/nothing', '/api/docs'],
    async (path) => {
      const { headers } = await app.request(path, withKey());
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('X-Frame-Options')).toBe('DENY');
      expect(headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'/);
      expect(headers.get('X-Powered-By')).toBeNull();
      expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
    },
  ));
