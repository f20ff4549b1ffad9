import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** The page of the visitor who never stops, and whose one session no crash may split. */
export const STEADY_PAGE = '/steady';

/** What was sent, and what became of it as far as the sender can know. */
export interface Ledger {
  /** Answered with 202: must be counted once. */
  readonly acknowledged: Set<string>;
  /** Without an answer, however often they were sent: may be counted once or not at all. */
  readonly unanswered: Set<string>;
  steadyAcknowledged: number;
  steadyUnanswered: number;
}

export const newLedger = (): Ledger => ({
  acknowledged: new Set(),
  unanswered: new Set(),
  steadyAcknowledged: 0,
  steadyUnanswered: 0,
});

/** What a sender tries once more, under the same id, as the tracker does. */
type Attempt = Omit<View, 'key'>;

/**
 * Senders that go on until they are stopped, each event with a page of its own. What got no answer is sent again under
 * its id, also to the next service.
 */
export class Load {
  #stopped = false;
  #next = 0;
  readonly #again: Attempt[] = [];
  #steadyAgain: Attempt | undefined;
  #senders: Promise<void>[] = [];

  constructor(
    private readonly trackingKey: string,
    private readonly ledger: Ledger,
    /** Pause of each sender between two events, in milliseconds. */
    private readonly pause: number,
    /** Begins the page of each event, where several loads write one ledger. */
    private readonly name = 'event',
    /** The second number of its visitors' addresses: two loads of one network would share visitors. */
    private readonly network = 1,
  ) {}

  /** Begins to send to a service; events of earlier calls keep their pages. */
  start(url: string, senders: number): void {
    this.#stopped = false;
    this.#senders = [...Array.from({ length: senders }, () => this.#send(url)), this.#steady(url)];
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#senders);
  }

  async #send(url: string): Promise<void> {
    while (!this.#stopped) {
      const attempt = this.#again.shift() ?? this.#event();
      const kept = await this.#post(url, attempt);
      (kept ? this.ledger.acknowledged : this.ledger.unanswered).add(attempt.page);
      if (kept) this.ledger.unanswered.delete(attempt.page);
      else this.#again.push(attempt);
      await wait(kept ? this.pause : 50);
    }
  }

  #event(): Attempt {
    const number = this.#next++;
    const address = `10.${this.network}.${(number >> 8) % 256}.${number % 256}`;
    return { id: randomUUID(), page: `/${this.name}/${number}`, userAgent: CHROME, address };
  }

  async #steady(url: string): Promise<void> {
    while (!this.#stopped) {
      const attempt = this.#steadyAgain ?? {
        id: randomUUID(),
        page: STEADY_PAGE,
        userAgent: FIREFOX,
        address: `192.168.${this.network}.1`,
      };
      const kept = await this.#post(url, attempt);
      if (kept) this.ledger.steadyAcknowledged += 1;
      this.#steadyAgain = kept ? undefined : attempt;
      this.ledger.steadyUnanswered = kept ? 0 : 1;
      await wait(50);
    }
  }

  async #post(url: string, attempt: Attempt): Promise<boolean> {
    try {
      return (await view(url, { key: this.trackingKey, ...attempt })).status === 202;
    } catch {
      return false;
    }
  }
}

/** Whether the service knows the website by now: it drops the view of its page `/first` until then. */
export async function keepsFirst(url: string, trackingKey: string): Promise<boolean> {
  const first = { id: randomUUID(), page: '/first', userAgent: CHROME, address: '10.3.0.1' };
  const { headers } = await view(url, { key: trackingKey, ...first });
  return !headers.has('X-Footfall-Dropped');
}

interface View {
  readonly id: string;
  readonly key: string;
  readonly page: string;
  readonly userAgent: string;
  readonly address: string;
}

const view = (url: string, { id, key, page, userAgent, address }: View): Promise<Response> =>
  fetch(`${url}/api/event`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': userAgent, 'X-Forwarded-For': address },
    body: JSON.stringify({ id, key, type: 'pageview', url: `https://example.com${page}` }),
  });
