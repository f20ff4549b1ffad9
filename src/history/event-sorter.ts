import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import TinyQueue from 'tinyqueue';
import type { EventType, TrackedEvent } from '../collect/event.js';
import { decodeEvent, encodeEvent } from '../collect/event-codec.js';

/** More events in memory are written as a sorted run. */
const EVENTS_A_RUN = 20_000;
const TEXT_A_RUN = 8_000_000;

/** Sorting a whole run at once would block this thread for too long. */
const EVENTS_SORTED_AT_ONCE = 1_000;

/** The blocks of all runs may end at the same event, much later than they begin. */
const MAX_EVENTS_READ = 500;

/** Size of the blocks in which a run is read, in UTF-16 units. */
const BLOCK_TEXT = 64 * 1024;

/** Order of events at one instant: a page is left before the next one is viewed, and viewed before its links are clicked. */
const ranks: Readonly<Record<EventType, number>> = { leave: 0, pageview: 1, custom: 2, exit: 3 };

/** The fields that determine an event's place in the order. */
type Place = Pick<TrackedEvent, 'visitorId' | 'time' | 'type'>;

export interface Recorded<Event = Place> {
  readonly event: Event;
  readonly record: string;
}

/** The location of whole records in the file. */
interface Block {
  readonly position: number;
  readonly length: number;
}

/** The unread rest of a run: its next event, the rest of that block's records, and further blocks. */
interface Run {
  readonly head: Recorded<TrackedEvent>;
  readonly read: Iterator<string>;
  readonly blocks: Iterator<Block>;
}

/** Sorts any number of events by visitor and time, using a temporary file. */
export class EventSorter {
  #waiting: Recorded[] = [];
  /** More events in memory, in sorted groups. */
  #sorted: (readonly Recorded[])[] = [];
  #count = 0;
  #text = 0;
  readonly #runs: (readonly Block[])[] = [];
  #file: FileHandle | undefined;
  #fileBytes = 0;

  /** @param folder for the temporary file */
  constructor(private readonly folder: string) {}

  add(event: TrackedEvent): void {
    const { visitorId, time, type } = event;
    const record = encodeEvent(event);
    this.#waiting.push({ event: { visitorId, time, type }, record });
    this.#count += 1;
    this.#text += record.length;
    if (this.#waiting.length === EVENTS_SORTED_AT_ONCE) this.#sortWaiting();
  }

  /** Whether the waiting events must be written before more are added. */
  get isFull(): boolean {
    return this.#count >= EVENTS_A_RUN || this.#text >= TEXT_A_RUN;
  }

  /** Do not call it concurrently. */
  async write(): Promise<void> {
    this.#sortWaiting();
    const sorted = this.#sorted;
    this.#sorted = [];
    this.#count = 0;
    this.#text = 0;
    if (sorted.length === 0) return;
    const blocks: Block[] = [];
    this.#runs.push(blocks);
    let text = '';
    for (const record of merged(sorted)) {
      text += `${record}\n`;
      if (text.length < BLOCK_TEXT) continue;
      blocks.push(await this.#append(text));
      text = '';
    }
    if (text !== '') blocks.push(await this.#append(text));
  }

  /** In order, in batches. The order in which events were added does not matter. */
  async *all(): AsyncGenerator<readonly TrackedEvent[]> {
    const opened = await Promise.all(this.#runs.map((blocks) => this.#open(blocks.values())));
    const runs = new TinyQueue(
      opened.filter((run) => run !== undefined),
      (a, b) => inOrder(a.head, b.head),
    );
    let events: TrackedEvent[] = [];
    for (let run = runs.pop(); run !== undefined; run = runs.pop()) {
      events.push(run.head.event);
      let rest = advanceRun(run);
      if (rest === undefined || events.length === MAX_EVENTS_READ) {
        yield events;
        events = [];
      }
      rest ??= await this.#open(run.blocks);
      if (rest !== undefined) runs.push(rest);
    }
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }

  #sortWaiting(): void {
    if (this.#waiting.length === 0) return;
    this.#sorted.push(this.#waiting.sort(inOrder));
    this.#waiting = [];
  }

  async #append(text: string): Promise<Block> {
    const bytes = Buffer.from(text);
    const block = { position: this.#fileBytes, length: bytes.length };
    this.#fileBytes += bytes.length;
    this.#file ??= await openUnnamed(this.folder);
    await this.#file.appendFile(bytes);
    return block;
  }

  async #open(blocks: Iterator<Block>): Promise<Run | undefined> {
    const block = blocks.next();
    if (block.done || this.#file === undefined) return undefined;
    const { position, length } = block.value;
    const { buffer } = await this.#file.read(Buffer.allocUnsafe(length), 0, length, position);
    return advanceRun({ read: buffer.toString().trimEnd().split('\n').values(), blocks });
  }
}

/** Advances to the next record; undefined when the next block must be read first. */
function advanceRun({ read, blocks }: Pick<Run, 'read' | 'blocks'>): Run | undefined {
  const { done, value: record } = read.next();
  return done ? undefined : { head: { event: decodeEvent(record), record }, read, blocks };
}

/** Merges sorted parts. */
function* merged(parts: readonly (readonly Recorded[])[]): Generator<string> {
  const heads = parts.flatMap((part) => {
    const rest = part.values();
    const head = rest.next();
    return head.done ? [] : [{ head: head.value, rest }];
  });
  const queue = new TinyQueue(heads, (a, b) => inOrder(a.head, b.head));
  for (let part = queue.pop(); part !== undefined; part = queue.pop()) {
    yield part.head.record;
    const next = part.rest.next();
    if (!next.done) queue.push({ head: next.value, rest: part.rest });
  }
}

/** The system removes the file when this process closes it or ends for any reason. */
async function openUnnamed(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}

/** By visitor, time and type, then by the record, so that only equal events are interchangeable. */
export function inOrder(a: Recorded, b: Recorded): number {
  return (
    compare(a.event.visitorId, b.event.visitorId) ||
    a.event.time - b.event.time ||
    ranks[a.event.type] - ranks[b.event.type] ||
    compare(a.record, b.record)
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
