/** A person signed in to the dashboard in one browser. Instants have a precision of milliseconds. */
export interface Login {
  /** SHA-256 of its token: names it, and opens nothing. */
  readonly hash: string;
  /** Such as `Firefox on Windows`. */
  readonly browser: string;
  readonly createdAt: Date;
  /** To the hour. */
  readonly lastUsedAt: Date;
}

/** A login ends when it was not used for so long. */
export const LOGIN_SECONDS = 30 * 24 * 60 * 60;
