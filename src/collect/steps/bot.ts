import { isbot } from 'isbot';
import { memoize } from '../../lib/memoize.js';
import { readList } from '../../lib/read-list.js';

/** Programs that `isbot` does not know: they drive a browser, measure pages, or fetch them. */
const programs =
  /slimerjs|puppeteer|webdriver|jsdom|nightmare|cypress|gtmetrix|miniature\.io|\bylt chrome|powershell|\(dart:io\)/i;

/** Browsers that `isbot` takes for bots: Google's television box, and Chinese apps. */
const people = /\bGoogle TV\b|\bAlipayDefined\([^)]*\)|\bNewsArticle\/|\bSogouM\w+/g;

const MAX_USER_AGENT_LENGTH = 1_000;
const MAX_BRANDS_LENGTH = 200;

/** Nothing else of a user agent is stored, so the number of names is bounded. */
const names = readList('bots.tsv');

/**
 * Detects user agents that declare themselves programs: a crawler, a library, a headless browser, or an empty text.
 * `brands` is the header `Sec-CH-UA`, which also names headless browsers.
 */
export const isBot = (userAgent: string, brands = ''): boolean =>
  test(userAgent.slice(0, MAX_USER_AGENT_LENGTH)) || /headless/i.test(brands.slice(0, MAX_BRANDS_LENGTH));

/** Returns the known name of a program that `isBot` detects, or an empty text. */
export const botName = (userAgent: string, brands = ''): string =>
  findName(userAgent.slice(0, MAX_USER_AGENT_LENGTH)) || findName(brands.slice(0, MAX_BRANDS_LENGTH));

const findName = memoize((text) => {
  const lower = text.toLowerCase();
  return names.find(([part = '']) => lower.includes(part))?.[1] ?? '';
}, 5_000);

const test = memoize(
  (agent) => agent.trim() === '' || isbot(agent.replace(people, 'app')) || programs.test(agent),
  5_000,
);
