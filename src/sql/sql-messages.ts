/** What the service and the process that runs the statements of people say to each other. */

/** What a process is started with. */
export interface SqlProcessOptions {
  /** The folder of the service's engine. */
  readonly store: string;
  /** A folder of its own, in which the pipe of its answers is. */
  readonly folder: string;
}

/** A statement with everything that its session is given. */
export interface SqlStatement {
  readonly text: string;
  readonly settings: Readonly<Record<string, string | number>>;
  /** Names that a statement can have, and values as fields. */
  readonly parameters: ReadonlyMap<string, string>;
}

export type SqlRequest =
  | { readonly kind: 'check'; readonly text: string }
  | { readonly kind: 'run'; readonly statement: SqlStatement; readonly format: string; readonly protocol: number }
  /** Asks for the rows of a part of a table: a number that any other row would change. */
  | { readonly kind: 'fingerprint'; readonly table: string; readonly part: string };

/** Each request is answered by `begun`, if it is a statement that passed, and then by `done` or `failed`. */
export type SqlMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'begun'; readonly text: string; readonly shape: string; readonly format: string | undefined }
  | { readonly kind: 'done'; readonly fingerprint?: string }
  | { readonly kind: 'failed'; readonly message: string; readonly error?: SqlError };

/** What a ReaderError is made of. */
export interface SqlError {
  readonly code: number;
  readonly codeName: string;
  readonly shape: string | undefined;
}

/** The pipe in a process's folder through which answers come. */
export const ANSWERS = 'answers';

/** The pipe of the engine's blocks, where they have to be put into another form before they are an answer. */
export const BLOCKS = 'blocks';

/** The file in a process's folder that has its ID. */
export const PROCESS_ID = 'pid';

/** The title of a process, which tells it from others with its ID. */
export const sqlProcessTitle = (folder: string): string => `footfall-sql ${folder}`;
