import type { OutgoingOptions } from '../../lib/outgoing-request.js';
import { type SealedTexts, sealedTexts } from '../../lib/sealed-text.js';
import { bucketDestination } from './bucket.js';
import type { Destination } from './destination.js';
import { ExportFailure } from './failure.js';
import { folderDestination } from './folder.js';
import type { ExportLocation } from './scheduled-export-repository.js';
import { type BucketKeys, bucketKeys, findRegion } from './settings.js';

export interface DestinationDeps {
  readonly secret: string;
  /** Folder below which owners may write files; undefined when folders are not allowed. */
  readonly exportDir: string | undefined;
  /** A folder for files until they are uploaded. */
  readonly uploadDir: string;
  readonly outgoing: OutgoingOptions;
  readonly now: () => number;
  /** Aborted when the service stops. */
  readonly stopping?: AbortSignal;
}

type WebsiteLocation = ExportLocation & { readonly websiteId: string };

/** A path below `EXPORT_DIR`, or a URL. */
export const describeLocation = ({ location, websiteId }: Pick<WebsiteLocation, 'location' | 'websiteId'>): string =>
  location === '' ? websiteId : `${location}/${websiteId}`;

/**
 * The path includes the website's id, so that no two websites write the same file.
 *
 * @throws ExportFailure when the keys of a bucket cannot be decrypted
 */
export function openDestination(row: WebsiteLocation, deps: DestinationDeps): Destination {
  const { destination, location, region } = row;
  if (destination === 'folder') return folderDestination(deps.exportDir, describeLocation(row).split('/'), deps.now);
  const keys = openKeys(row, deps.secret);
  return bucketDestination({ url: describeLocation(row), region: region ?? findRegion(location), keys }, deps);
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
