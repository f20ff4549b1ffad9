import type { OutgoingOptions } from '../../lib/outgoing-request.js';
import { type SealedTexts, sealedTexts } from '../../lib/sealed-text.js';
import { bucketDestination } from './bucket.js';
import type { Destination } from './destination.js';
import { ExportFailure } from './failure.js';
import { folderDestination } from './folder.js';
import type { ExportLocation } from './scheduled-export-repository.js';
import { type BucketKeys, bucketKeys, findRegion } from './settings.js';

export interface DestinationDeps {
  /** The secret of the installation. */
  readonly secret: string;
  /** The folder below which owners may have files written; undefined for nowhere. */
  readonly exportDir: string | undefined;
  /** A folder for files until they are uploaded. */
  readonly uploadDir: string;
  readonly outgoing: OutgoingOptions;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Aborted when the service stops. */
  readonly stopping?: AbortSignal;
}

type WebsiteLocation = ExportLocation & { readonly websiteId: string };

/** Returns where the files of a website are: a path below `EXPORT_DIR`, or a URL. */
export const describeLocation = ({ location, websiteId }: Pick<WebsiteLocation, 'location' | 'websiteId'>): string =>
  location === '' ? websiteId : `${location}/${websiteId}`;

/**
 * Opens the location of the files of a website. The website's id is a part of it, so that no two websites write the same file.
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

/** Returns the keys of a bucket as they are stored: encrypted, for one website. */
export const sealKeys = (keys: BucketKeys, websiteId: string, secret: string): string =>
  sealedKeys(secret).seal(JSON.stringify(keys), websiteId);

function openKeys({ credentials, websiteId }: WebsiteLocation, secret: string): BucketKeys {
  const text = credentials === null ? undefined : sealedKeys(secret).open(credentials, websiteId);
  if (text !== undefined) return bucketKeys.parse(JSON.parse(text));
  throw new ExportFailure('The stored keys cannot be read, because SECRET has changed: enter them again');
}
