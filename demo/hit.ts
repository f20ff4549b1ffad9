/** One request to the collector at a moment, and its sender. */
export interface Hit {
  /** Epoch milliseconds. */
  readonly time: number;
  readonly event: HitEvent;
  readonly sender: HitSender;
}

/** The body of the request, without the tracking key. */
export interface HitEvent {
  readonly type: 'pageview' | 'exit' | 'custom';
  readonly url: string;
  readonly referrer?: string;
  readonly language?: string;
  /** The target of an exit. */
  readonly link?: string;
  /** The name of a custom event. */
  readonly name?: string;
  readonly props?: Props;
}

/** The properties of a custom event. */
export type Props = Readonly<Record<string, string | number | boolean>>;

export interface HitSender {
  /** An IPv6 address of the block for documentation. */
  readonly address: string;
  readonly userAgent: string;
}

/** The hits of an endless generator, which can be taken up to a moment and continued later. */
export class HitQueue {
  readonly #hits: Iterator<Hit, void>;
  #next: Hit | undefined;

  /** @param hits in the order of their times */
  constructor(hits: Iterator<Hit, void>) {
    this.#hits = hits;
    this.#next = hits.next().value ?? undefined;
  }

  /** The time of the next hit in epoch milliseconds; infinity after the last one. */
  get nextTime(): number {
    return this.#next?.time ?? Number.POSITIVE_INFINITY;
  }

  /** Yields the hits up to `time`, in epoch milliseconds, and removes them. */
  *takeUntil(time: number): Generator<Hit> {
    while (this.#next !== undefined && this.#next.time <= time) {
      const hit = this.#next;
      this.#next = this.#hits.next().value ?? undefined;
      yield hit;
    }
  }
}
