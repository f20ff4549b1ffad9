import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, writeDurably } from '../../lib/durable-files.js';
import { GrowingBuffer } from '../../lib/growing-buffer.js';
import { eventFolders } from '../folders.js';
import { writeFrame } from '../journal/frame.js';
import { nameOfPart, parsePartName } from '../journal/segment-name.js';
import type { BlockContext } from './block-context.js';

/**
 * Stores events whose website this process does not know, in one file per segment and website. They return to the journal once
 * the website is known, and are dropped once it is deleted: a database that lost a website loses no events.
 */
export class UnknownWebsites {
  readonly #context: BlockContext;
  readonly #folder: string;
  readonly #files = new Map<string, Set<string>>();
  /** Websites that neither exist nor were deleted. */
  readonly #reported = new Set<string>();
  #hasFailed = false;

  private constructor(context: BlockContext) {
    this.#context = context;
    this.#folder = eventFolders(context).unknownWebsites;
  }

  static async open(context: BlockContext): Promise<UnknownWebsites> {
    const unknown = new UnknownWebsites(context);
    await makeFolder(unknown.#folder);
    for (const name of await readdir(unknown.#folder)) unknown.#add(name);
    return unknown;
  }

  #isKnown(websiteId: string): boolean {
    return this.#context.websites.find(websiteId) !== undefined;
  }

  /** Stores the unknown records of a segment, by website. Replaces those of an earlier reading of the same segment. */
  async keep(segment: string, records: ReadonlyMap<string, readonly string[]>): Promise<void> {
    for (const [websiteId, files] of this.#files) {
      const name = nameOfPart(segment, websiteId);
      if (files.has(name) && !records.has(websiteId)) await this.#remove(websiteId, name);
    }
    for (const [websiteId, list] of records) {
      const frames = new GrowingBuffer();
      for (const record of list) writeFrame(record, frames);
      await makeFolder(this.#folder);
      await writeDurably(join(this.#folder, nameOfPart(segment, websiteId)), frames.bytes());
      this.#add(nameOfPart(segment, websiteId));
      this.#context.observer.onSetAside(list.length);
    }
  }

  /**
   * Moves the events of known websites into the journal. A file waits until its segment is gone, because the segment may be read
   * again. Each file moves in one step, and its name is its block's token, so each event is counted once.
   */
  async moveKnown(): Promise<void> {
    const { journal } = this.#context;
    for (const [websiteId, files] of this.#files) {
      if (!this.#isKnown(websiteId)) continue;
      for (const name of files) {
        if (journal.has(parsePartName(name)?.segment ?? '')) continue;
        await journal.adopt(join(this.#folder, name), name).catch((error: NodeJS.ErrnoException) => {
          // An administrator may remove the file to discard its events.
          if (error.code !== 'ENOENT') throw error;
        });
        this.#forget(websiteId, name);
      }
    }
  }

  /** Keeps the events while PostgreSQL does not answer. */
  async dropDeleted(): Promise<void> {
    const { websites, observer } = this.#context;
    const ids = [...this.#files.keys()].filter((id) => !this.#isKnown(id) && !this.#reported.has(id));
    if (ids.length === 0) return;
    let deleted: ReadonlySet<string>;
    try {
      deleted = await websites.findDeleted(ids);
    } catch (error) {
      if (!this.#hasFailed) observer.onLookupFailed(error);
      this.#hasFailed = true;
      return;
    }
    this.#hasFailed = false;
    for (const websiteId of ids) {
      if (deleted.has(websiteId)) {
        for (const name of this.#files.get(websiteId) ?? []) await this.#remove(websiteId, name);
      } else {
        this.#reported.add(websiteId);
        observer.onUnknown(websiteId);
      }
    }
  }

  #add(name: string): void {
    const part = parsePartName(name);
    if (part === undefined) return;
    const files = this.#files.get(part.websiteId) ?? new Set();
    this.#files.set(part.websiteId, files.add(name));
  }

  async #remove(websiteId: string, name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true });
    this.#forget(websiteId, name);
  }

  #forget(websiteId: string, name: string): void {
    const files = this.#files.get(websiteId);
    files?.delete(name);
    if (files?.size === 0) this.#files.delete(websiteId);
  }
}
