import { z } from 'zod';
import type { Definition } from '../definitions/definitions.js';
import type { Kind } from '../definitions/kinds.js';
import { AppError } from '../lib/errors.js';
import { requireOne } from '../websites/find-website.js';
import { configuration } from './configuration.js';
import { queryPostgres } from './query-postgres.js';

const lists = z.array(z.object({ id: z.string(), definitions: z.array(z.looseObject({ id: z.string() })) }));

/** Of the website with an ID or domain, oldest first. Throws AppError as {@link requireOne} does. */
export async function readDefinitions(kind: Kind, idOrDomain: string): Promise<readonly Definition[]> {
  const path = `/websites/${encodeURIComponent(idOrDomain)}/${kind.plural}`;
  const found = lists.parse(await queryPostgres(configuration(), path));
  return requireOne(found, idOrDomain).definitions as readonly Definition[];
}

/** Annotations have no name. */
export const idOrName = ({ name }: Kind): string => (name === 'annotation' ? 'ID' : 'ID or name');

/** Finds one by its ID or name. Throws AppError `not_found`. */
export function findDefinition<Named extends { readonly id: string; readonly name?: string }>(
  kind: Kind,
  definitions: readonly Named[],
  named: string,
): Named {
  const found =
    definitions.find(({ id }) => id === named.toLowerCase()) ?? definitions.find(({ name }) => name === named);
  if (found !== undefined) return found;
  const message = `no ${kind.name} has the ${idOrName(kind)} ${named}: see footfall ${kind.name} list`;
  throw new AppError('not_found', [message]);
}
