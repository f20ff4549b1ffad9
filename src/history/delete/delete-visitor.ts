import { z } from 'zod';
import { ofWebsite, type Sql, sql, unsignedIntegers } from '../../clickhouse/sql.js';
import type { Tools } from '../../collect/pipeline.js';
import { deriveVisitorIds } from '../../collect/steps/visitor.js';
import { parseAddress } from '../../lib/ip-address.js';
import { t } from '../../lib/language/translate.js';
import { anyText } from '../../lib/text.js';
import type { Website } from '../../websites/website.js';
import { countCopies } from '../deleted-events.js';
import type { RewriteContext } from '../rewrite.js';
import { countEvents, deleteEvents } from './delete-events.js';

const MAX_ID = 2n ** 64n - 1n;

/** As shown by exports and BI tools. */
export const visitorIdShape = z
  .string()
  .refine((id) => /^\d{1,20}$/.test(id) && BigInt(id) <= MAX_ID, {
    error: () => t('must be a whole number from 0 to {max}', { max: String(MAX_ID) }),
  })
  .meta({ pattern: '^[0-9]{1,20}$' });

/** The inputs of a visitor's ID, exactly as the collector sees them. */
export const visitorOriginShape = z.object({
  ip: z
    .union([z.ipv4(), z.ipv6()], {
      error: ({ input }) => (input === undefined ? t('is required') : t('must be an IP address')),
    })
    .transform((ip) => parseAddress(ip)?.text ?? ip)
    .meta({ description: 'IPv4 or IPv6 address', examples: ['203.0.113.7', '2001:db8::7'] }),
  userAgent: anyText()
    .trim()
    .min(1, { error: () => t('must not be empty') })
    .meta({
      description: 'The header `User-Agent` of the visitor, character for character',
      examples: [
        'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1',
      ],
    }),
});

/** Either an ID, or the inputs that it is derived from. */
export type ChosenVisitor = { readonly id: string } | z.output<typeof visitorOriginShape>;

/**
 * Deletes all events of a visitor like `deleteEvents`, or only counts them with `dryRun`. Returns their number. A
 * visitor given by IP address and user agent is found under the current key of visitor IDs, and under the former key
 * while one of its sessions can continue.
 *
 * @throws AppError as `deleteEvents` does
 */
export async function deleteVisitor(
  context: RewriteContext,
  keysAt: Tools['keysAt'],
  website: Website,
  visitor: ChosenVisitor,
  dryRun: boolean,
): Promise<number> {
  const ids =
    'id' in visitor
      ? [visitor.id]
      : deriveVisitorIds(keysAt(context.now()), website.id, { address: visitor.ip, userAgent: visitor.userAgent });
  const chosen = eventsByVisitors(website.id, ids);
  if (!dryRun) return (await deleteEvents(context, { website, chosen, visitorIds: ids })).events;
  const { events } = await countEvents(context.clickhouse, chosen);
  return events + (await countCopies(context.clickhouse, website.id, ids));
}

/** TRICKY: statements that read events define their own column `visitor_id`, a string. */
const eventsByVisitors = (websiteId: string, visitorIds: readonly string[]): Sql =>
  sql`${ofWebsite(websiteId)} AND events.visitor_id IN (${unsignedIntegers(visitorIds)}) AND type != 'leave'`;
