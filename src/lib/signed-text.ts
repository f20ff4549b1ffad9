import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signed texts, which a browser can store but not change. */
export interface SignedTexts {
  /** Returns the text with its signature, fit for a cookie. The text stays readable. */
  readonly sign: (text: string) => string;
  /** Returns the text, if it was signed here for the same purpose. */
  readonly read: (signed: string) => string | undefined;
}

/** Returns functions that sign with a separate key for each purpose, derived from the installation's secret. */
export function signedTexts(secret: string, purpose: string): SignedTexts {
  const key = createHmac('sha256', secret).update(`footfall dashboard: ${purpose}`).digest();
  const signature = (encoded: string) => createHmac('sha256', key).update(encoded).digest();
  return {
    sign: (text) => {
      const encoded = Buffer.from(text).toString('base64url');
      return `${encoded}.${signature(encoded).toString('base64url')}`;
    },
    read: (signed) => {
      const [encoded = '', given = ''] = signed.split('.');
      const expected = signature(encoded);
      const actual = Buffer.from(given, 'base64url');
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
      return Buffer.from(encoded, 'base64url').toString();
    },
  };
}
