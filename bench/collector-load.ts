import autocannon from 'autocannon';

const CONNECTIONS = 200;

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Requests per second, and the median and 99th percentile of the latency in milliseconds. */
export interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

export interface Round extends Load {
  readonly answered: number;
}

export interface LoadOptions {
  readonly trackingKey: string;
  readonly seconds: number;
  /** Visitors are numbered from this one. Each views three pages before the next one starts. */
  readonly firstVisitor: number;
  /** Host of the pages; it must belong to the website. */
  readonly host: string;
  /** Events per second; undefined for as many as the collector accepts. */
  readonly perSecond?: number;
}

export const PAGES = 3;

/** Sends events at a steady rate, or as fast as the collector accepts them. Throws when one is refused. */
export async function sendEvents(
  url: string,
  { trackingKey, seconds, firstVisitor, host, perSecond }: LoadOptions,
): Promise<Round> {
  let number = 0;
  const body = (page: number) =>
    JSON.stringify({
      key: trackingKey,
      type: 'pageview',
      url: `https://${host}/page/${page % 500}?utm_source=news`,
      referrer: 'https://www.google.com/',
      language: 'en-US',
      screen: '1440x900',
    });
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    ...(perSecond !== undefined && { overallRate: perSecond }),
    requests: [
      {
        method: 'POST',
        path: '/api/event',
        setupRequest: (request) => {
          number += 1;
          return {
            ...request,
            headers: {
              'Content-Type': 'text/plain',
              'User-Agent': BROWSER,
              'X-Forwarded-For': visitorAddress(firstVisitor + Math.floor(number / PAGES)),
            },
            body: body(number),
          };
        },
      },
    ],
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed`);
  return {
    perSecond: Math.round(result.requests.average),
    p50: result.latency.p50,
    p99: result.latency.p99,
    answered: result['2xx'],
  };
}

/** Per figure. */
export function medianLoad(rounds: readonly Round[]): Load {
  const middle = (pick: (round: Round) => number) =>
    rounds.map(pick).sort((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? 0;
  return {
    perSecond: middle(({ perSecond }) => perSecond),
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
  };
}

/** An import line of an earlier pageview. */
export const historyLine = (visitor: number, time: Date): string =>
  JSON.stringify({
    timestamp: time.toISOString(),
    url: `https://example.com/page/${visitor % 500}`,
    ip: visitorAddress(visitor),
    userAgent: BROWSER,
  });

/** One of a million public addresses. */
const visitorAddress = (visitor: number): string =>
  `${80 + ((visitor >> 16) % 16)}.${(visitor >> 8) % 256}.${visitor % 256}.7`;
