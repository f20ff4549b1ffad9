import autocannon from 'autocannon';

const CONNECTIONS = 200;

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Answers a second and milliseconds, the median request and the slowest in a hundred. */
export interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

export interface Round extends Load {
  readonly answered: number;
}

/**
 * Sends events to the collector, as many as it takes or so many a second. Each visitor views three pages, and there is
 * always another visitor.
 */
export async function sendEvents(url: string, trackingKey: string, seconds: number, rate?: number): Promise<Round> {
  let number = 0;
  const body = (page: number) =>
    JSON.stringify({
      key: trackingKey,
      type: 'pageview',
      url: `https://example.com/page/${page % 500}?utm_source=news`,
      referrer: 'https://www.google.com/',
      language: 'en-US',
      screen: '1440x900',
    });
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    ...(rate !== undefined && { overallRate: rate }),
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
              'X-Forwarded-For': addressOf(Math.floor(number / 3)),
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

/** One of a million public addresses. */
const addressOf = (visitor: number): string =>
  `${80 + ((visitor >> 16) % 16)}.${(visitor >> 8) % 256}.${visitor % 256}.7`;
