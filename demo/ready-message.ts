import { millisecondsInDay } from 'date-fns/constants';
import { localDate } from '../src/time/index.js';
import type { DemoCredentials } from './credentials.js';
import type { SampleWebsite } from './websites.js';

const DAYS = 30;

export interface ReadyMessage {
  /** Origin without a trailing slash. */
  readonly url: string;
  /** Where BI tools reach ClickHouse. */
  readonly biUrl: string | undefined;
  /** A link that signs in once. */
  readonly signInLink: string;
  readonly credentials: DemoCredentials;
  /** The example queries are about the first website. */
  readonly samples: readonly [SampleWebsite, ...SampleWebsite[]];
  readonly now: number;
}

/**
 * Shows the address, three queries to paste into a shell, and last, so that a small terminal still shows it, how to
 * sign in.
 */
export function formatReadyMessage({ url, biUrl, signInLink, credentials, samples, now }: ReadyMessage): string {
  const { id, name, timezone } = samples[0].website;
  const to = localDate(now, timezone);
  const from = new Date(Date.parse(to) - (DAYS - 1) * millisecondsInDay).toISOString().slice(0, 10);
  const formatCurl = (query: string): string => {
    const address = `${url}/api/v1/websites/${id}/stats/${query}from=${from}&to=${to}`;
    return `curl -H ${quoteForShell(`X-API-Key: ${credentials.apiKey}`)} ${quoteForShell(address)}`;
  };
  return `Footfall is ready at ${url}

The last ${DAYS} days of ${name}, its pages, and its visitors day by day:

${formatCurl('main?')}
${formatCurl('pages?')}
${formatCurl('visitors-chart?granularity=day&')}

  Websites   ${samples.map(({ website }) => website.name).join(', ')}
  Dashboard  ${url}
  Email      ${credentials.email}
  Password   ${credentials.password}
  API key    ${credentials.apiKey}${biUrl === undefined ? '' : `\n  BI tools   ${biUrl} (any user, the API key as password)`}

  Sign in    ${signInLink}
             (works once, within 15 minutes)

`;
}

/** As one word for a shell. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
