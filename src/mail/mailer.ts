/** An email, readable as plain text and as HTML. */
export interface Email {
  /** An email address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The one link of the email, if it has one. */
  readonly link?: string;
}

/** Sends emails. */
export interface Mailer {
  /** False without a mail server: emails are then written to the log. */
  readonly delivers: boolean;
  /** Resolves when the server has accepted the email. */
  readonly send: (email: Email) => Promise<void>;
}
