import { millisecondsInDay } from 'date-fns/constants';
import { localDate } from '../../time/index.js';
import type { DemoCredentials } from './credentials.js';
import type { SampleWebsite } from './websites.js';

const DAYS = 30;

export interface ReadyMessage {
  /** The origin, without a trailing slash. */
  readonly url: string;
  /** A link that signs in once. */
  readonly signInLink: string;
  readonly credentials: DemoCredentials;
  /** The queries are about the first. */
  readonly samples: readonly [SampleWebsite, ...SampleWebsite[]];
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Returns the message of a demo that is ready: its address, how to sign in, and three queries to paste into a shell. */
export function formatReadyMessage({ url, signInLink, credentials, samples, now }: ReadyMessage): string {
  const { id, name, timezone } = samples[0].website;
  const to = localDate(now, timezone);
  const from = new Date(Date.parse(to) - (DAYS - 1) * millisecondsInDay).toISOString().slice(0, 10);
  const formatCurl = (query: string): string => {
    const address = `${url}/api/v1/websites/${id}/stats/${query}from=${from}&to=${to}`;
    return `curl -H ${quoteForShell(`X-API-Key: ${credentials.apiKey}`)} ${quoteForShell(address)}`;
  };
  return `Footfall is ready at ${url}

  Sign in    ${signInLink}
             (works once, within 15 minutes)

  Dashboard  ${url}
  Email      ${credentials.email}
  Password   ${credentials.password}
  API key    ${credentials.apiKey}
  Websites   ${samples.map(({ website }) => website.name).join(', ')}

The last ${DAYS} days of ${name}, its pages, and its visitors day by day:

${formatCurl('main?')}
${formatCurl('pages?')}
${formatCurl('visitors-chart?granularity=day&')}

`;
}

/** Quotes a text as one word for a shell. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
