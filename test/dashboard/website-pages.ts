import { expect } from 'vitest';
import { findWebsite } from '../../src/websites/find-website.js';
import type { Website } from '../../src/websites/website.js';
import type { TestService } from '../service/test-service.js';
import type { SignedIn } from './signed-in.js';

/** What a person types for a new website. */
export const WEBSITE = { name: 'Shop', domain: 'example.com', timezone: 'Europe/Berlin' };

/** Adds a website as a person does; gives its id. */
export async function added(person: SignedIn, fields: Partial<typeof WEBSITE> = {}): Promise<string> {
  const response = await person.post('/websites/new', { ...WEBSITE, ...fields });
  const [, id = ''] = /^\/websites\/([0-9a-f-]{36})\/snippet$/.exec(response.headers.get('Location') ?? '') ?? [];
  expect([response.status, id]).toEqual([303, expect.stringMatching(/./)]);
  return id;
}

export async function storedWebsite({ engines }: TestService, id: string): Promise<Website> {
  const website = await findWebsite(engines.postgres.db, id);
  if (website === undefined) throw new Error('there is no such website');
  return website;
}

/** What a page says, without its elements. */
export const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,:])/g, '$1');
