import { isbot } from 'isbot';
import { memoize } from '../lib/memoize.js';

/** Programs beside those `isbot` knows: they drive a browser, measure pages, or fetch them. */
const programs =
  /slimerjs|puppeteer|webdriver|jsdom|nightmare|cypress|gtmetrix|miniature\.io|\bylt chrome|powershell|\(dart:io\)/i;

/** What `isbot` takes for a bot's in the user agents of people: Google's box for televisions, and apps from China. */
const people = /\bGoogle TV\b|\bAlipayDefined\([^)]*\)|\bNewsArticle\/|\bSogouM\w+/g;

const MAX_USER_AGENT_LENGTH = 1_000;
const MAX_BRANDS_LENGTH = 200;

/**
 * Whether a user agent is a program of its own accord: a crawler, a library, a headless browser, or none at all. `brands`
 * is the header `Sec-CH-UA`, in which a headless browser names itself too.
 */
export const isBot = (userAgent: string, brands = ''): boolean =>
  test(userAgent.slice(0, MAX_USER_AGENT_LENGTH)) || /headless/i.test(brands.slice(0, MAX_BRANDS_LENGTH));

const test = memoize(
  (agent) => agent.trim() === '' || isbot(agent.replace(people, 'app')) || programs.test(agent),
  5_000,
);
