import type { Email } from './mailer.js';

/** Returns the HTML of an email with its images inside, for a browser. */
export const withImages = ({ html, images = [] }: Email): string =>
  images.reduce(
    (text, { cid, png }) =>
      text.replaceAll(`cid:${cid}`, `data:image/png;base64,${Buffer.from(png).toString('base64')}`),
    html,
  );
