import { millisecondsInMinute } from 'date-fns/constants';
import { LRUCache } from 'lru-cache';

const MAX_ACCOUNTS = 10_000;

/** Usage in the current minute. */
interface Used {
  readonly since: number;
  milliseconds: number;
}

/** Limits the time of each account's statements per minute. */
export class QueryBudget {
  readonly #used = new LRUCache<string, Used>({ max: MAX_ACCOUNTS });

  /** @param milliseconds of engine time per minute; the statement that exceeds it is still answered */
  constructor(private readonly milliseconds: number) {}

  /** 0 when a statement may run now. `now` is epoch milliseconds. */
  secondsToWait(accountId: string, now: number): number {
    const used = this.#current(accountId, now);
    if (used.milliseconds < this.milliseconds) return 0;
    return Math.max(1, Math.ceil((used.since + millisecondsInMinute - now) / 1_000));
  }

  spend(accountId: string, milliseconds: number, now: number): void {
    this.#current(accountId, now).milliseconds += milliseconds;
  }

  #current(accountId: string, now: number): Used {
    const found = this.#used.get(accountId);
    if (found !== undefined && now - found.since < millisecondsInMinute && now >= found.since) return found;
    const used = { since: now, milliseconds: 0 };
    this.#used.set(accountId, used);
    return used;
  }
}
