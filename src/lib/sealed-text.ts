import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypted texts, each bound to an owner, such as the id of a row. */
export interface SealedTexts {
  /** In base64url. */
  readonly seal: (text: string, owner: string) => string;
  /** Undefined unless the text was sealed with the same secret and purpose, for the same owner. */
  readonly open: (sealed: string, owner: string) => string | undefined;
}

/** Each purpose has its own key, derived from the installation's secret. */
export function sealedTexts(secret: string, purpose: string): SealedTexts {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `footfall sealed: ${purpose}`, KEY_BYTES));
  return {
    seal: (text, owner) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
    },
    open: (sealed, owner) => {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
