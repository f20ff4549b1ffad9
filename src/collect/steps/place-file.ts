import { statSync } from 'node:fs';
import { versionOfFile } from '../../lib/file-reader.js';
import type { Address } from '../../lib/ip-address.js';
import { Mmdb } from './mmdb.js';
import { type Place, placeFrom, UNKNOWN_PLACE } from './place-record.js';

export interface PlaceFileOptions {
  /** Called when the file was replaced: places that were found before may be outdated. */
  readonly onReplaced: () => void;
  /** Called when the file was replaced by one that cannot be used, once until there is one that can. */
  readonly onUnusable: (error: unknown) => void;
}

/** To look at the file for each address would take as long as to find its place. */
const CHECK_AFTER_MS = 1_000;

/** A geographic database that can be replaced while it is in use: within a second, places come from the new one. */
export class PlaceFile {
  readonly #path: string;
  readonly #options: PlaceFileOptions;
  #database: Mmdb;
  /** The version that was opened last, or could not be opened. */
  #triedVersion: string;
  #isUsable = true;
  #isIntact = true;
  #checkedAt = Number.NEGATIVE_INFINITY;

  /** @throws Error when the file cannot be used */
  constructor(path: string, options: PlaceFileOptions) {
    this.#path = path;
    this.#options = options;
    this.#database = new Mmdb(path);
    this.#triedVersion = this.#database.version;
  }

  /** Returns the place of an address. Reads the file, so that a caller should cache it. */
  find(address: Address): Place {
    const now = performance.now();
    if (now >= this.#checkedAt + CHECK_AFTER_MS) {
      this.#checkedAt = now;
      this.#reopenIfReplaced();
      // An open file does not change when another file gets its name, but it does when its content is overwritten.
      this.#isIntact = this.#database.isIntact();
    }
    try {
      return this.#isIntact ? placeFrom(this.#database.find(address)) : UNKNOWN_PLACE;
    } catch {
      // A file that opens can still be damaged inside; one event must not fail for it.
      return UNKNOWN_PLACE;
    }
  }

  close(): void {
    this.#database.close();
  }

  #reopenIfReplaced(): void {
    const stats = statSync(this.#path, { throwIfNoEntry: false });
    const version = stats && versionOfFile(stats);
    if (version === undefined || version === this.#triedVersion) return;
    this.#triedVersion = version;
    try {
      const replacement = new Mmdb(this.#path);
      this.#database.close();
      this.#database = replacement;
      this.#isUsable = true;
      this.#options.onReplaced();
    } catch (error) {
      if (this.#isUsable) this.#options.onUnusable(error);
      this.#isUsable = false;
    }
  }
}
