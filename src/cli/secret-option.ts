import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { isCancel, password } from '@clack/prompts';
import { AppError, invalid } from '../lib/errors.js';

type Option = { readonly type: 'string' | 'boolean'; readonly description: string };

/** A secret can be passed in three ways. */
type SecretOptions<Name extends string> = Readonly<
  Record<Name | `${Name}-file`, Option & { readonly type: 'string' }> &
    Record<`${Name}-stdin`, Option & { readonly type: 'boolean' }>
>;

type SecretValues<Name extends string> = Readonly<
  Record<Name | `${Name}-file`, string | undefined> & Record<`${Name}-stdin`, boolean | undefined>
>;

/** The secret itself, a file with it, or standard input. */
export function secretOptions<const Name extends string>(name: Name, description: string): SecretOptions<Name> {
  return {
    [name]: { type: 'string', description: `${description} (visible to other users of this machine in ps)` },
    [`${name}-file`]: { type: 'string', description: 'Read it from the first line of a file' },
    [`${name}-stdin`]: { type: 'boolean', description: 'Read it from standard input' },
  } as unknown as SecretOptions<Name>;
}

/**
 * Undefined when no secret was given. On a terminal, prompts with `question`.
 *
 * @throws AppError `invalid` when it is given twice or empty, `not_found` when the file cannot be read
 */
export async function readSecret<const Name extends string>(
  name: Name,
  options: SecretValues<Name>,
  question?: string,
): Promise<string | undefined> {
  const { [name]: value, [`${name}-file`]: file, [`${name}-stdin`]: isPiped } = options as Record<string, unknown>;
  const ways = [value, file, isPiped || undefined].filter((way) => way !== undefined);
  if (ways.length > 1) throw invalid(`use only one of --${name}, --${name}-file and --${name}-stdin`);
  if (typeof value === 'string') return value;
  if (typeof file === 'string') return firstLine(await readSecretFile(file, name), `--${name}-file: the file`);
  if (isPiped) return firstLine(await text(process.stdin), `--${name}-stdin: standard input`);
  return question !== undefined && process.stdin.isTTY && process.stderr.isTTY ? ask(question) : undefined;
}

function firstLine(content: string, where: string): string {
  const line = content.split(/\r?\n/)[0] ?? '';
  if (line === '') throw invalid(`${where} is empty`);
  return line;
}

async function readSecretFile(path: string, name: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new AppError('not_found', [`--${name}-file: cannot be read (${(error as NodeJS.ErrnoException).code})`]);
  }
}

/** Empty input counts as not given. */
async function ask(question: string): Promise<string | undefined> {
  const typed = await password({ message: question, output: process.stderr });
  if (isCancel(typed)) throw invalid('cancelled');
  return typed || undefined;
}
