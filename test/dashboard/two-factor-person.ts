import { Secret, TOTP } from 'otpauth';
import { beginTwoFactor, confirmTwoFactor, findTwoFactor } from '../../src/accounts/two-factor.js';
import type { TestService } from '../service/test-service.js';

/** Turns the account's second factor on. Returns what its authenticator shows, and moves the clock so that it is unused. */
export async function turnOnTwoFactor(service: TestService, id: string, password: string): Promise<() => string> {
  const { db } = service.engines.postgres;
  await beginTwoFactor(db, id);
  const twoFactor = await findTwoFactor(db, id);
  const secret = Secret.fromBase32(twoFactor.state === 'pending' ? twoFactor.secret : '');
  const code = () => new TOTP({ secret }).generate({ timestamp: service.clock });
  await confirmTwoFactor(db, id, { password, code: code() }, service.clock);
  service.clock += 60_000;
  return code;
}
