import { describe, expect, test } from 'vitest';
import { isDecodable } from '../../src/http/server/decodable-url.js';
import { checkRows } from '../rows.js';
import { OWN_ID, sampleApp, withKey } from './sample-app.js';

const { app, logged } = sampleApp();
const pages = `/api/v1/websites/${OWN_ID}/stats/pages?from=2026-03-01&to=2026-03-31`;
const statusOf = async (path: string) => (await app.request(path, withKey())).status;

describe('an address', () => {
  test('is answered with any other query', () =>
    checkRows(
      ['', 'page=100%', 'page=%zz%', 'page=%C3', `page=${'%C3%A4'.repeat(2000)}`, `page=${'%25'.repeat(4000)}`],
      async (query) => {
        expect(await statusOf(`${pages}&${query}`)).toBe(200);
      },
    ));

  test('of thousands of odd pieces is refused', () =>
    checkRows(['%&', '%C3a=&', '%zz=1&', '%FF'], async (piece) => {
      expect(await statusOf(`${pages}&${piece.repeat(3000)}`)).toBe(400);
      expect(await statusOf(`/api/v1/${piece.repeat(3000)}`)).toBe(400);
    }));

  test('is decoded in one go where it has many escapes', () => {
    expect(isDecodable(`/${'%C3%A4'.repeat(5000)}`)).toBe(true);
    expect(isDecodable(`/${'%C3%A4'.repeat(5000)}%C3`)).toBe(false);
    expect(isDecodable(`/${'%'.repeat(100)}`)).toBe(true);
    expect(isDecodable(`/${'%'.repeat(101)}`)).toBe(false);
  });

  test('of whatever kind is no error of the service', () => {
    expect(logged).toEqual([]);
  });
});
