/** Bytes of an image, at most: an icon of 64 pixels has less, and every website is kept in memory. */
export const MAX_ICON_BYTES = 16 * 1024;

const TYPES = ['png', 'jpeg', 'gif', 'webp', 'svg+xml', 'x-icon', 'vnd.microsoft.icon'];
const DATA_URL = /^data:image\/([a-z.+-]+);base64,([A-Za-z0-9+/]+={0,2})$/;

/** An image that stands in a `data:` URL. */
export interface IconImage {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** The image of a `data:` URL; undefined for any other text, for another kind of file, and for one that is too large. */
export function iconImage(text: string): IconImage | undefined {
  const [, type = '', base64 = ''] = DATA_URL.exec(text) ?? [];
  if (!TYPES.includes(type)) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  return bytes.length > MAX_ICON_BYTES ? undefined : { contentType: `image/${type}`, bytes };
}

/** The `data:` URL of an image. */
export const dataUrlOf = ({ contentType, bytes }: IconImage): string =>
  `data:${contentType};base64,${bytes.toString('base64')}`;
