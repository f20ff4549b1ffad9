import type { Language } from '../lib/language/language.js';

// Messages between the service and the processes that run user SQL.

export interface SqlProcessOptions {
  readonly store: string;
  /** The process's own folder, with the pipe of its results. */
  readonly folder: string;
}

/** A statement and the settings of its session. */
export interface SqlStatement {
  readonly text: string;
  readonly settings: Readonly<Record<string, string | number>>;
  /** Validated names, and values encoded as fields. */
  readonly parameters: ReadonlyMap<string, string>;
}

export type SqlRequest =
  | { readonly kind: 'check'; readonly text: string }
  | { readonly kind: 'run'; readonly statement: SqlStatement; readonly format: string; readonly protocol: number }
  /** Requests a digest of the beginning of a part. */
  | { readonly kind: 'fingerprint'; readonly table: string; readonly part: string };

/** As it is sent. */
export type SentSqlRequest = SqlRequest & {
  /** Of messages that are not the engine's. */
  readonly language: Language;
};

/** Responses to a request: `begun` for an admitted statement, then `done` or `failed`. */
export type SqlMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'begun'; readonly text: string; readonly shape: string; readonly format: string | undefined }
  | { readonly kind: 'done'; readonly fingerprint?: string }
  | { readonly kind: 'failed'; readonly message: string; readonly error?: SqlError };

/** A serialized ReaderError. */
export interface SqlError {
  readonly code: number;
  readonly codeName: string;
  readonly shape: string | undefined;
}

/** Pipe of results, in a process's folder. */
export const ANSWERS = 'answers';

/** Pipe of the engine's blocks that have to be reframed. */
export const BLOCKS = 'blocks';

/** File with the process ID, in a process's folder. */
export const PROCESS_ID = 'pid';

/** Identifies a process beyond its ID, which the system may reuse. */
export const sqlProcessTitle = (folder: string): string => `footfall-sql ${folder}`;
