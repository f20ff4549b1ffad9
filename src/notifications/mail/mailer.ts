/** A file in an email. */
export interface EmailImage {
  /** Its name within the email: the HTML shows it as `cid:…`. */
  readonly cid: string;
  readonly filename: string;
  readonly png: Uint8Array;
}

/** An email, readable as plain text and as HTML. */
export interface Email {
  /** An email address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The one link of the email, if it has one. */
  readonly link?: string;
  readonly images?: readonly EmailImage[];
  /** Identifies the email: a repeat after a crash has the same one, so that mail servers can recognize it. */
  readonly id?: string;
  /** The address that ends this kind of email when it is opened, or posted to (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

/** Sends emails. */
export interface Mailer {
  /** False without a mail server: emails are then written to the log. */
  readonly delivers: boolean;
  /** Resolves when the server has accepted the email. */
  readonly send: (email: Email) => Promise<void>;
}

/** Returns the HTML of an email with its images inside, for a browser. */
export const withImages = ({ html, images = [] }: Email): string =>
  images.reduce(
    (text, { cid, png }) =>
      text.replaceAll(`cid:${cid}`, `data:image/png;base64,${Buffer.from(png).toString('base64')}`),
    html,
  );
