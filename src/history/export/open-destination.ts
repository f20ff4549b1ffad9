import type { Context } from '../../context/context.js';
import { type SealedTexts, sealedTexts } from '../../lib/sealed-text.js';
import { bucketDestination } from './bucket.js';
import type { Destination } from './destination.js';
import { ExportFailure } from './failure.js';
import { folderDestination } from './folder.js';
import type { ExportLocation } from './scheduled-export-repository.js';
import { type BucketKeys, bucketKeys, findRegion } from './settings.js';

type WebsiteLocation = ExportLocation & { readonly websiteId: string };

/** A path below `EXPORT_DIR`, or a URL. */
export const describeLocation = ({ location, websiteId }: Pick<WebsiteLocation, 'location' | 'websiteId'>): string =>
  location === '' ? websiteId : `${location}/${websiteId}`;

/**
 * The path includes the website's id, so that no two websites write the same file.
 *
 * @param stopping aborted when the service stops
 * @throws ExportFailure when the keys of a bucket cannot be decrypted
 */
export function openDestination(context: Context, row: WebsiteLocation, stopping?: AbortSignal): Destination {
  const { destination, location, region } = row;
  const { config, secret, now } = context;
  if (destination === 'folder') return folderDestination(config.exportDir, describeLocation(row).split('/'), now);
  const bucket = { url: describeLocation(row), region: region ?? findRegion(location), keys: openKeys(row, secret) };
  return bucketDestination(context, bucket, stopping);
}

const sealedKeys = (secret: string): SealedTexts => sealedTexts(secret, 'keys of a bucket');

/** Encrypted for one website. */
export const sealKeys = (keys: BucketKeys, websiteId: string, secret: string): string =>
  sealedKeys(secret).seal(JSON.stringify(keys), websiteId);

function openKeys({ credentials, websiteId }: WebsiteLocation, secret: string): BucketKeys {
  const text = credentials === null ? undefined : sealedKeys(secret).open(credentials, websiteId);
  if (text !== undefined) return bucketKeys.parse(JSON.parse(text));
  throw new ExportFailure('The stored keys cannot be read, because SECRET has changed: enter them again');
}
