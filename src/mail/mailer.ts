/** One letter, readable as plain text and as HTML. */
export interface Letter {
  /** An e-mail address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What sends letters. */
export interface Mailer {
  /** False where no mail server is known: letters are written to the log then. */
  readonly delivers: boolean;
  /** Resolves when the server has taken the letter. */
  readonly send: (letter: Letter) => Promise<void>;
}
