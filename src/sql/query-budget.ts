import { millisecondsInMinute } from 'date-fns/constants';
import { LRUCache } from 'lru-cache';

const MAX_ACCOUNTS = 10_000;

/** What an account has used of the running minute. */
interface Used {
  readonly since: number;
  milliseconds: number;
}

/** Limits the time that the statements of each account take in a minute. */
export class QueryBudget {
  readonly #used = new LRUCache<string, Used>({ max: MAX_ACCOUNTS });

  /** @param milliseconds of the engine's time in each minute; the statement that exceeds it is still answered */
  constructor(private readonly milliseconds: number) {}

  /** Returns the seconds until the account may run a statement again: 0 for at once. `now` is in epoch milliseconds. */
  secondsToWait(accountId: string, now: number): number {
    const used = this.#current(accountId, now);
    if (used.milliseconds < this.milliseconds) return 0;
    return Math.max(1, Math.ceil((used.since + millisecondsInMinute - now) / 1_000));
  }

  /** Notes the time that a statement has taken. */
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
