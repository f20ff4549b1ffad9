import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { findAccountByEmail } from '../../accounts/accounts.js';
import { authenticator, generateApiKey, newApiKey } from '../../accounts/api-keys.js';
import { AppError } from '../../lib/errors.js';
import type { Database } from '../../postgres/postgres.js';
import { newPassword } from '../new-password.js';

const EMAIL = 'demo@footfall.example';
const KEY_NAME = 'Demo';

const shape = z.object({ email: z.string(), password: z.string(), apiKey: z.string() });

/** The credentials of the demo, kept so that they can be printed again. */
export type DemoLogin = Readonly<z.infer<typeof shape>>;

const fileIn = (folder: string): string => join(folder, 'login.json');

/** Reads the credentials in the folder, which only its owner can read; creates them the first time. */
export async function demoLogin(folder: string): Promise<DemoLogin> {
  await mkdir(folder, { recursive: true });
  const login: DemoLogin = { email: EMAIL, password: newPassword(), apiKey: newApiKey() };
  try {
    await write(folder, login, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return shape.parse(JSON.parse(await readFile(fileIn(folder), 'utf8')));
}

/** Returns the credentials with a valid key, a new one when the kept key was replaced or revoked. */
export async function keepWorking(db: Database, folder: string, login: DemoLogin, now: number): Promise<DemoLogin> {
  if (await authenticator(db)(login.apiKey, now)) return login;
  const account = await findAccountByEmail(db, login.email);
  if (account === undefined) throw new AppError('not_found', [`The account ${login.email} is gone: remove ${folder}`]);
  const working = { ...login, apiKey: await generateApiKey(db, account.id, KEY_NAME, now) };
  await write(folder, working, 'w');
  return working;
}

const write = (folder: string, login: DemoLogin, flag: 'w' | 'wx'): Promise<void> =>
  writeFile(fileIn(folder), `${JSON.stringify(login)}\n`, { flag, mode: 0o600 });
