import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { curlLine } from '../../src/http/api/docs-example.js';
import { sampleApp } from './sample-app.js';

const { app, document } = sampleApp();
const response = await app.request('/api/docs');
const page = await response.text();

function curl(method: string, path: string): string | undefined {
  const operation = document.paths[path]?.[method];
  return operation && curlLine('https://footfall.example/api/v1', method, path, operation);
}

describe('the reference page', () => {
  it('is HTML, and fetches nothing', () => {
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=UTF-8');
    expect(page).toMatch(/^<!doctype html><html lang="en">/);
    expect(page).not.toMatch(
      /<script[^>]|<link(?! rel="icon" href="data:)|<img|<iframe|@import|url\(|\son\w+=|\sstyle=/i,
    );
  });

  it('allows its one stylesheet and its one script by hash, and nothing else', () => {
    const hashes = ['style', 'script'].map((element) => {
      const found = [...page.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))];
      expect(found).toHaveLength(1);
      return createHash('sha256')
        .update(found[0]?.[1] ?? '')
        .digest('base64');
    });
    expect(response.headers.get('Content-Security-Policy')).toBe(
      `default-src 'none'; img-src data:; style-src 'sha256-${hashes[0]}'; script-src 'sha256-${hashes[1]}'; ` +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
  });

  it('shows every endpoint, with a link to each', () => {
    for (const methods of Object.values(document.paths)) {
      for (const { operationId, summary } of Object.values(methods)) {
        expect(page).toContain(`<article id="${operationId}">`);
        expect(page).toContain(`href="#${operationId}"`);
        expect(page).toContain(`<h3>${summary}</h3>`);
      }
    }
  });

  it('shows parameters, bodies and the fields of answers', () => {
    for (const text of [
      'First day',
      'Display name',
      'accountId',
      'array of Website',
      'query, optional, default 10',
      'application/x-ndjson',
    ]) {
      expect(page).toContain(text);
    }
    expect(page).toContain('The answer has a <code>Location</code>.');
  });
});

describe('the curl line', () => {
  it('has what the endpoint requires', () => {
    expect(curl('get', '/account')).toBe("curl 'https://footfall.example/api/v1/account' -H 'X-API-Key: KEY'");
    expect(curl('get', '/websites/{id}/stats/pages')).toBe(
      "curl 'https://footfall.example/api/v1/websites/ID/stats/pages?from=2026-03-01&to=2026-03-31' -H 'X-API-Key: KEY'",
    );
    expect(curl('post', '/websites')).toBe(
      "curl -X POST 'https://footfall.example/api/v1/websites' -H 'X-API-Key: KEY' " +
        `-H 'Content-Type: application/json' -d '{"name":"…","timezone":"…"}'`,
    );
    expect(curl('post', '/websites/{id}/import')).toMatch(/--data-binary @FILE$/);
  });
});
