import { Secret, TOTP } from 'otpauth';

const STEP_SECONDS = 30;
/** Clocks may differ by a step, and typing takes a while. */
const TOLERATED_STEPS = 1;
const SECRET_BYTES = 20;

/** A new secret for an authenticator, in base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The half minute for which a code is valid around `now` (epoch milliseconds); undefined for a wrong code. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const distance = authenticator(secret).validate({ token: code, timestamp: now, window: TOLERATED_STEPS });
  return distance === null ? undefined : Math.floor(now / 1000 / STEP_SECONDS) + distance;
}

/** What an authenticator reads from a QR code: `otpauth://totp/Footfall:ada@example.com?…` */
export const authenticatorUri = (secret: string, email: string): string => authenticator(secret, email).toString();

// SHA-1, six digits, half a minute: what every authenticator can do.
const authenticator = (secret: string, label = '') =>
  new TOTP({ issuer: 'Footfall', label, secret: Secret.fromBase32(secret), period: STEP_SECONDS });
