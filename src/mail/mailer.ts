/** An email, readable as plain text and as HTML. */
export interface Email {
  /** An email address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What sends emails. */
export interface Mailer {
  /** False where no mail server is known: emails are written to the log then. */
  readonly delivers: boolean;
  /** Resolves when the server has taken the email. */
  readonly send: (email: Email) => Promise<void>;
}
