/** A request to the collector at a given time, and its sender. */
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
  readonly name?: string;
  readonly props?: Props;
}

export type Props = Readonly<Record<string, string | number | boolean>>;

export interface HitSender {
  /** In the IPv6 block for documentation. */
  readonly address: string;
  readonly userAgent: string;
}

/** Consumes an endless generator up to a given time. */
export class HitQueue {
  readonly #hits: Iterator<Hit, void>;
  #next: Hit | undefined;

  /** @param hits in the order of their times */
  constructor(hits: Iterator<Hit, void>) {
    this.#hits = hits;
    this.#next = hits.next().value ?? undefined;
  }

  /** Epoch milliseconds; infinity after the last hit. */
  get nextTime(): number {
    return this.#next?.time ?? Number.POSITIVE_INFINITY;
  }

  /** Yields and removes hits up to `time`, epoch milliseconds. */
  *takeUntil(time: number): Generator<Hit> {
    while (this.#next !== undefined && this.#next.time <= time) {
      const hit = this.#next;
      this.#next = this.#hits.next().value ?? undefined;
      yield hit;
    }
  }
}
