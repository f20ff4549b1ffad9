import { createHmac, timingSafeEqual } from 'node:crypto';

/** A browser can store and read them, but not change them. */
export interface SignedTexts {
  /** Suitable for a cookie. The text stays readable. */
  readonly sign: (text: string) => string;
  /** Undefined unless the text was signed here for the same purpose. */
  readonly read: (signed: string) => string | undefined;
}

/** Each purpose has its own key, derived from the installation's secret. */
export function signedTexts(secret: string, purpose: string): SignedTexts {
  const key = createHmac('sha256', secret).update(`footfall dashboard: ${purpose}`).digest();
  const signature = (encoded: string) => createHmac('sha256', key).update(encoded).digest();
  return {
    sign: (text) => {
      const encoded = Buffer.from(text).toString('base64url');
      return `${encoded}.${signature(encoded).toString('base64url')}`;
    },
    read: (signed) => {
      const [encoded = '', sentSignature = ''] = signed.split('.');
      const expected = signature(encoded);
      const actual = Buffer.from(sentSignature, 'base64url');
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
      return Buffer.from(encoded, 'base64url').toString();
    },
  };
}
