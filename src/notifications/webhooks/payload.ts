import { Webhook as Signer } from 'standardwebhooks';
import type { Brief } from '../mail/notice-content.js';
import type { PayloadType } from './payload-schemas.js';

export const WEBHOOK_FORMATS = ['json', 'slack', 'discord'] as const;

export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

export interface WebhookEvent {
  /** Retries keep the id. */
  readonly id: string;
  readonly type: PayloadType;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly website: { readonly id: string; readonly name: string; readonly domain: string };
  readonly brief: Brief;
  /** As {@link payloadFigures} returns them; none for a test. */
  readonly figures: object;
}

interface Request {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Discord refuses longer messages. */
const MAX_DISCORD = 2_000;

/**
 * `json` is signed according to the Standard Webhooks specification.
 *
 * @param secret `whsec_…`, of a `json` webhook
 * @param now time of this attempt, in epoch milliseconds
 */
export function writeRequest(format: WebhookFormat, secret: string | null, event: WebhookEvent, now: number): Request {
  switch (format) {
    case 'json':
      return signedRequest(secret ?? '', event, now);
    case 'slack':
      return { body: JSON.stringify({ text: writeText(event.brief, escapeSlack) }), headers: {} };
    case 'discord': {
      const content = [...writeText(event.brief, escapeDiscord)].slice(0, MAX_DISCORD).join('');
      // Page names must not trigger mentions.
      return { body: JSON.stringify({ content, allowed_mentions: { parse: [] } }), headers: {} };
    }
    default:
      return format satisfies never;
  }
}

function signedRequest(secret: string, { id, type, at, website, figures }: WebhookEvent, now: number): Request {
  const timestamp = new Date(now);
  const body = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data: { website, ...figures } });
  return {
    body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now / 1000)),
      'webhook-signature': new Signer(secret).sign(id, timestamp, body),
    },
  };
}

const writeText = ({ title, lines, url }: Brief, quote: (text: string) => string): string =>
  [`*${quote(title)}*`, ...lines.map(quote), url].join('\n');

const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const escapeDiscord = (text: string): string => text.replace(/[\\*_~`|>#[\]()<-]/g, '\\$&');
