import type { Database } from '../../postgres/postgres.js';
import { imports } from '../../postgres/schema.js';
import { isUnfinished } from './import-repository.js';

/** Counts the imports, of any installation, that are running or were interrupted. */
export const countUnfinished = (db: Database): Promise<number> => db.$count(imports, isUnfinished);
