import { isbot } from 'isbot';
import { remembered } from '../remembered.js';

/** Programs beside those `isbot` knows: they drive a browser, measure pages, or fetch them. */
const programs =
  /slimerjs|puppeteer|webdriver|jsdom|nightmare|cypress|gtmetrix|miniature\.io|\bylt chrome|powershell|\(dart:io\)/i;

/** What `isbot` takes for a bot's in the user agents of people: Google's box for televisions, and apps from China. */
const people = /\bGoogle TV\b|\bAlipayDefined\([^)]*\)|\bNewsArticle\/|\bSogouM\w+/g;

const LONGEST_USER_AGENT = 1_000;
const LONGEST_BRANDS = 200;

/**
 * Whether a user agent is a program of its own accord: a crawler, a library, a headless browser, or none at all. `brands`
 * is the header `Sec-CH-UA`, in which a headless browser names itself too.
 */
export const isBot = (userAgent: string, brands = ''): boolean =>
  test(userAgent.slice(0, LONGEST_USER_AGENT)) || /headless/i.test(brands.slice(0, LONGEST_BRANDS));

const test = remembered(
  (agent) => agent.trim() === '' || isbot(agent.replace(people, 'app')) || programs.test(agent),
  5_000,
);
