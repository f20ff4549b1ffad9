import { isbot } from 'isbot';
import { remembered } from '../remembered.js';

/** Browsers driven by a program, beside those `isbot` knows. */
const driven = /headless|phantomjs|slimerjs|puppeteer|playwright|selenium|webdriver|cypress|jsdom|splash|nightmare/i;

const LONGEST_USER_AGENT = 1_000;

/** Whether a user agent is a program of its own accord: a crawler, a library, a headless browser, or none at all. */
export const isBot = (userAgent: string): boolean => test(userAgent.slice(0, LONGEST_USER_AGENT));

const test = remembered((agent) => agent.trim() === '' || isbot(agent) || driven.test(agent), 5_000);
