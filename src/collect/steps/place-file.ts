import { statSync } from 'node:fs';
import { versionOfFile } from '../../lib/file-reader.js';
import type { Address } from '../../lib/ip-address.js';
import { Mmdb } from './mmdb.js';
import { type Place, placeFrom, UNKNOWN_PLACE } from './place-record.js';

export interface PlaceFileOptions {
  /** Places found before may be outdated. */
  readonly onReplaced: () => void;
  /** Called once when the file was replaced by an unusable one. */
  readonly onUnusable: (error: unknown) => void;
}

/** Checking the file for each address would take as long as finding its place. */
const CHECK_AFTER_MS = 1_000;

/** A geographic database that can be replaced while it is in use: within a second, places come from the new one. */
export class PlaceFile {
  readonly #path: string;
  readonly #options: PlaceFileOptions;
  #database: Mmdb;
  /** The version that was last tried, whether it opened or not. */
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

  /** Reads the file: cache the result. */
  find(address: Address): Place {
    const now = performance.now();
    if (now >= this.#checkedAt + CHECK_AFTER_MS) {
      this.#checkedAt = now;
      this.#reopenIfReplaced();
      // A renamed file leaves the open one unchanged; an overwritten one does not.
      this.#isIntact = this.#database.isIntact();
    }
    try {
      return this.#isIntact ? placeFrom(this.#database.find(address)) : UNKNOWN_PLACE;
    } catch {
      // A file that opens can still be damaged inside, and must not fail an event.
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
