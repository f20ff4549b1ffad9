/** More than an icon of 64 pixels takes. Every website is kept in memory. */
export const MAX_ICON_BYTES = 16 * 1024;

const TYPES = ['png', 'jpeg', 'gif', 'webp', 'svg+xml', 'x-icon', 'vnd.microsoft.icon'];
const DATA_URL = /^data:image\/([a-z.+-]+);base64,([A-Za-z0-9+/]+={0,2})$/;

/** `contentType` is, for example, `image/png`. */
export const isIconType = (contentType: string): boolean => TYPES.some((type) => contentType === `image/${type}`);

export interface IconImage {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Undefined for other texts, other types of files, and images that are too large. */
export function iconImage(text: string): IconImage | undefined {
  const [, type = '', base64 = ''] = DATA_URL.exec(text) ?? [];
  if (!TYPES.includes(type)) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  return bytes.length > MAX_ICON_BYTES ? undefined : { contentType: `image/${type}`, bytes };
}

export const toDataUrl = ({ contentType, bytes }: IconImage): string =>
  `data:${contentType};base64,${bytes.toString('base64')}`;
