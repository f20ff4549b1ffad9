import { setImmediate } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { DURABLE, DurableFolder } from './durable-folder.js';
import type { Postgres } from './postgres.js';
import * as schema from './schema.js';
import { serializers } from './storable.js';

/** Accounts and websites are few. PostgreSQL's default buffers of 128 MB would all become resident. */
const FEW_BUFFERS = ['-c', 'shared_buffers=8MB'];

/** Opens or creates the embedded database in `folder`. PGlite takes no lock: the caller must have the folder alone. */
export async function openEmbedded(folder: string): Promise<Postgres> {
  const fs = await DurableFolder.open(folder);
  return embeddedPostgres(await PGlite.create({ fs, startParams: [...DURABLE, ...FEW_BUFFERS] }));
}

export function embeddedPostgres(client: PGlite): Postgres {
  Object.assign(client.serializers, serializers);
  const changes = countChanges(client);
  const db = drizzle({ client, schema });
  return {
    kind: 'embedded',
    db,
    changes,
    async listen(channel, onPayload, onListening) {
      const unlisten = await client.listen(channel, onPayload);
      onListening?.();
      return () => unlisten();
    },
    withNamedLock: (_, task) => task(async () => true),
    tryWithNamedLock: (_, task) => task(),
    migrate: (folder) => migrate(db, { migrationsFolder: folder }),
    close: () => client.close(),
  };
}

/** Bumps the change counter before and after every write, so that a read that overlaps one is never cached. */
function countChanges(client: PGlite): () => number {
  let count = 0;
  const counted =
    <Given extends readonly unknown[], Result>(run: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      count += 1;
      try {
        return await run(...given);
      } finally {
        count += 1;
      }
    };
  const query: PGlite['query'] = client.query.bind(client);
  client.query = (text, ...rest) =>
    /^select\b/i.test(text) ? query(text, ...rest) : counted(query<never>)(text, ...rest);
  client.exec = counted(client.exec.bind(client));
  const transaction: PGlite['transaction'] = client.transaction.bind(client);
  client.transaction = (work) =>
    counted(() =>
      transaction(async (statements) => {
        await setImmediate();
        return work(statements);
      }),
    )();
  return () => count;
}
