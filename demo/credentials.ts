import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { findAccountByEmail } from '../src/accounts/accounts.js';
import { generateApiKey, newApiKey } from '../src/accounts/api-keys.js';
import { authenticator } from '../src/accounts/authenticator.js';
import { newPassword } from '../src/accounts/passwords.js';
import { AppError } from '../src/lib/errors.js';
import type { Database } from '../src/postgres/postgres.js';

const EMAIL = 'demo@footfall.example';
const KEY_NAME = 'Demo';

const credentialsShape = z.object({ email: z.string(), password: z.string(), apiKey: z.string() });

/** Kept so that they can be printed again. */
export type DemoCredentials = Readonly<z.infer<typeof credentialsShape>>;

const credentialsFile = (folder: string): string => join(folder, 'login.json');

/** Creates them the first time. Only the owner can read the folder. */
export async function readCredentials(folder: string): Promise<DemoCredentials> {
  await mkdir(folder, { recursive: true });
  const created: DemoCredentials = { email: EMAIL, password: newPassword(), apiKey: newApiKey() };
  try {
    await writeCredentials(folder, created, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return credentialsShape.parse(JSON.parse(await readFile(credentialsFile(folder), 'utf8')));
}

/** Replaces the key when it was replaced or revoked elsewhere. */
export async function renewApiKey(
  db: Database,
  folder: string,
  credentials: DemoCredentials,
  now: number,
): Promise<DemoCredentials> {
  if (await authenticator(db)(credentials.apiKey, now)) return credentials;
  const account = await findAccountByEmail(db, credentials.email);
  if (account === undefined)
    throw new AppError('not_found', [`The account ${credentials.email} is gone: remove ${folder}`]);
  const renewed = { ...credentials, apiKey: await generateApiKey(db, account.id, KEY_NAME, now) };
  await writeCredentials(folder, renewed, 'w');
  return renewed;
}

const writeCredentials = (folder: string, credentials: DemoCredentials, flag: 'w' | 'wx'): Promise<void> =>
  writeFile(credentialsFile(folder), `${JSON.stringify(credentials)}\n`, { flag, mode: 0o600 });
