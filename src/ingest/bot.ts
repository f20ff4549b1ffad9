import { isbot } from 'isbot';

/** Browsers driven by a program, beside those `isbot` knows. */
const driven = /headless|phantomjs|slimerjs|puppeteer|playwright|selenium|webdriver|cypress|jsdom|splash|nightmare/i;

/** Whether a user agent is a program of its own accord: a crawler, a library, a headless browser, or none at all. */
export const isBot = (userAgent: string): boolean =>
  userAgent.trim() === '' || isbot(userAgent) || driven.test(userAgent);
