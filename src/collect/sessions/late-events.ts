import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { makeFolder, writeDurably } from '../../lib/durable-files.js';
import { findOrAdd } from '../../lib/map-groups.js';
import type { TrackedEvent } from '../event.js';
import { nameOfPart, parsePartName } from '../journal/segment-name.js';
import { isDerived } from '../steps/visitor.js';
import type { RejectedFolder } from './rejected-folder.js';
import { pageHash, type Session } from './session.js';

/**
 * An event that came after later ones of its visitor, which it may change. It is stored as a session of its own until its visitor's
 * sessions are rebuilt.
 */
export interface LateEvent {
  readonly visitorId: string;
  /** Epoch milliseconds. */
  readonly time: number;
}

export interface VisitorState {
  /** The visitor's latest session. */
  readonly before: Session | undefined;
  /** Whether the visitor's sessions wait to be rebuilt. */
  readonly isWaiting: boolean;
  /** Whether stored sessions of named visitors are being rewritten. */
  readonly isRewritten: boolean | undefined;
}

/** Returns whether an event must wait for its visitor's sessions to be rebuilt. */
export function comesLate(event: TrackedEvent, { before, isWaiting, isRewritten }: VisitorState): boolean {
  if (event.arrivedAt === undefined) return false;
  if (isRewritten && !isDerived(event.visitorId)) return true;
  // Its page may be in a session that is not known yet.
  if (isWaiting && event.type === 'leave') return true;
  return before !== undefined && event.time < earliestInOrder(event, before);
}

/** Which view a leave is of depends on the views and leaves before it, and a view of the same page changes that. */
function earliestInOrder(event: TrackedEvent, { start, lastEvent, lastReport = start, views }: Session): number {
  if (event.type === 'leave') return Math.max(lastEvent, lastReport);
  const isRepeat = event.type === 'pageview' && views.some(({ page }) => page === pageHash(event));
  return isRepeat ? lastReport : start;
}

/** Of a rebuild, about: files are read whole. */
const MAX_EVENTS = 100_000;

const content = z.array(z.object({ visitorId: z.string().regex(/^\d+$/), time: z.int() }));

/**
 * The late events whose sessions are not rebuilt yet: a file per segment and website. It is written before the block of
 * the segment, so that a crash forgets none; rebuilding sessions again changes nothing.
 */
export class LateEvents {
  constructor(private readonly folder: string) {}

  async keep(segment: string, late: ReadonlyMap<string, readonly LateEvent[]>): Promise<void> {
    for (const [websiteId, events] of late) {
      await makeFolder(this.folder);
      await writeDurably(join(this.folder, nameOfPart(segment, websiteId)), JSON.stringify(events));
    }
  }

  /** The files of each website. */
  async files(): Promise<ReadonlyMap<string, readonly string[]>> {
    const files = new Map<string, string[]>();
    for (const name of await this.#names()) {
      const websiteId = parsePartName(name)?.websiteId;
      if (websiteId !== undefined) findOrAdd(files, websiteId, (): string[] => []).push(name);
    }
    return files;
  }

  /**
   * Reads the first of some files, and moves damaged ones to `rejected`.
   *
   * @param onDamaged called for each damaged file
   * @returns the files that were read, and their events
   */
  async read(files: readonly string[], rejected: RejectedFolder, onDamaged: (error: unknown) => void) {
    const events: LateEvent[] = [];
    const read: string[] = [];
    for (const name of files) {
      if (events.length >= MAX_EVENTS) break;
      const bytes = await readFile(join(this.folder, name));
      try {
        for (const event of content.parse(JSON.parse(bytes.toString()))) events.push(event);
        read.push(name);
      } catch (error) {
        await rejected.keep(`${name}.late-events.json`, bytes);
        await this.remove([name]);
        onDamaged(error);
      }
    }
    return { files: read, events };
  }

  async remove(files: readonly string[]): Promise<void> {
    for (const name of files) await rm(join(this.folder, name), { force: true });
  }

  /** The folder is made with its first file, and may be removed under a running process. */
  async #names(): Promise<readonly string[]> {
    const names = await readdir(this.folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return [];
    });
    return names.sort();
  }
}
