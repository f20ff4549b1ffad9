import { randomBytes } from 'node:crypto';
import { hashToken } from './secret-token.js';

const CODES = 10;
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** Crockford's: without letters that look like others. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ten codes of 80 random bits: `8gpt-0k3x-…`. */
export const newRecoveryCodes = (): readonly string[] => Array.from({ length: CODES }, newCode);

function newCode(): string {
  const letters = [...randomBytes(GROUPS * GROUP_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return letters.match(/.{4}/g)!.join('-');
}

/** The hash of a code, as it may have been typed: without the dashes, or in capitals. */
export const hashRecoveryCode = (typed: string): string =>
  hashToken(
    typed
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
      .replaceAll('o', '0')
      .replace(/[il]/g, '1'),
  );
