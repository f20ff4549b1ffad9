import { millisecondsInDay } from 'date-fns/constants';
import { localDate } from '../../time/index.js';
import type { Website } from '../../websites/website.js';
import type { DemoLogin } from './login.js';

const DAYS = 30;

export interface Invitation {
  /** The origin, without a trailing slash. */
  readonly url: string;
  readonly login: DemoLogin;
  readonly website: Pick<Website, 'id' | 'name' | 'timezone'>;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Returns the message of a demo that is ready: its address, how to sign in, and three queries to paste into a shell. */
export function invitation({ url, login, website, now }: Invitation): string {
  const to = localDate(now, website.timezone);
  const from = new Date(Date.parse(to) - (DAYS - 1) * millisecondsInDay).toISOString().slice(0, 10);
  const ask = (question: string): string => {
    const address = `${url}/api/v1/websites/${website.id}/stats/${question}from=${from}&to=${to}`;
    return `curl -H ${quoted(`X-API-Key: ${login.apiKey}`)} ${quoted(address)}`;
  };
  return `Footfall is ready at ${url}

  Dashboard  ${url}
  Email      ${login.email}
  Password   ${login.password}
  API key    ${login.apiKey}
  Website    ${website.name}, ${website.id}

The last ${DAYS} days, their pages, and their visitors day by day:

${ask('main?')}
${ask('pages?')}
${ask('visitors-chart?granularity=day&')}

`;
}

/** Quotes a text as one word for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
