export interface EmailImage {
  /** Name within the email, referenced by the HTML as `cid:…`. */
  readonly cid: string;
  readonly filename: string;
  readonly png: Uint8Array;
}

/** As plain text and as HTML. */
export interface Email {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The main link of the email, if it has one. */
  readonly link?: string;
  readonly images?: readonly EmailImage[];
  /** Repeats after a crash have the same id, so that mail servers can recognize them. */
  readonly id?: string;
  /** Opening it, or posting to it, ends this kind of email (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

export interface Mailer {
  /** False without a mail server: emails are then written to the log. */
  readonly delivers: boolean;
  /** Resolves when the server has accepted the email. */
  readonly send: (email: Email) => Promise<void>;
}

/** HTML with its images inlined, for a browser. */
export const withImages = ({ html, images = [] }: Email): string =>
  images.reduce(
    (text, { cid, png }) =>
      text.replaceAll(`cid:${cid}`, `data:image/png;base64,${Buffer.from(png).toString('base64')}`),
    html,
  );
