import { z } from 'zod';

/** JSON Schema patterns for the API reference. Validation is in `settings.ts`, and accepts more spellings. */

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const TOP_LABEL = '[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const WILD_LABEL = '[A-Za-z0-9*](?:[A-Za-z0-9*-]{0,61}[A-Za-z0-9*])?';
const WILD_TOP_LABEL = '[A-Za-z*](?:[A-Za-z0-9*-]{0,61}[A-Za-z0-9*])?';

const bare = ({ source }: RegExp): string => source.replace(/^\^|\$$/g, '');
const [ipv4, ipv6, cidr4, cidr6] = [z.regexes.ipv4, z.regexes.ipv6, z.regexes.cidrv4, z.regexes.cidrv6].map(bare);

/** A host name, or an IP address (of version 6 in brackets). */
export const HOST_PATTERN = `^(?:(?:${LABEL}\\.){0,126}${TOP_LABEL}|${ipv4}|\\[(?:${ipv6})\\])$`;

/** A host with `*` in its labels, but not `*` alone. */
export const HOST_WILDCARD_PATTERN = `^(?=.*[A-Za-z0-9])(?:(?:${WILD_LABEL}\\.){0,126}${WILD_TOP_LABEL}|${ipv4}|\\[(?:${ipv6})\\])$`;

export const ADDRESS_BLOCK_PATTERN = `^(?:${ipv4}|${ipv6}|${cidr4}|${cidr6})$`;

export const PATH_PATTERN = '^[/*][^\\u0000-\\u001f\\u007f-\\u009f]*$';

export const TIME_ZONE_PATTERN = '^[A-Za-z][A-Za-z0-9_+/-]{1,63}$';

/** A URL with a domain name, or an image of at most 16 KiB in base64. */
export const ICON_PATTERN =
  `^(?:https?://(?:${LABEL}\\.){0,126}${TOP_LABEL}(?::[0-9]{1,4})?(?:/[^\\s\\u007f-\\u009f]{0,1600})?` +
  '|data:image/(?:png|jpeg|gif|webp|svg\\+xml|x-icon|vnd\\.microsoft\\.icon);base64,(?:[A-Za-z0-9+/]{4}){1,5461})$';
