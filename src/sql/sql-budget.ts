import { totalmem } from 'node:os';

/** Memory limits for user SQL on this machine. */
export interface SqlBudget {
  /** Concurrent processes. */
  readonly places: number;
  /** Memory limit of a statement, in bytes. */
  readonly statementMemory: number;
  /** A process above this number of bytes is killed. */
  readonly processMemory: number;
}

/** Used by the service itself. */
const SERVICE_BYTES = 600e6;

/** Used by a process besides its statement. */
const PROCESS_BYTES = 200e6;

const MAX_PLACES = 2;
const MAX_STATEMENT_BYTES = 500e6;
const MIN_STATEMENT_BYTES = 150e6;

/**
 * Divides the machine's memory, in bytes, that the service does not need; undefined when it is too small for any
 * statement.
 */
export function sqlBudget(machine: number = machineMemory()): SqlBudget | undefined {
  const free = machine - SERVICE_BYTES;
  const places = Math.min(MAX_PLACES, Math.max(1, Math.floor(free / (MAX_STATEMENT_BYTES + PROCESS_BYTES))));
  const statementMemory = Math.min(MAX_STATEMENT_BYTES, Math.floor(free - PROCESS_BYTES));
  if (statementMemory < MIN_STATEMENT_BYTES) return undefined;
  return { places, statementMemory, processMemory: statementMemory + PROCESS_BYTES };
}

/** The machine's memory in bytes, or its container's limit. */
function machineMemory(): number {
  const limit = process.constrainedMemory();
  return limit ? Math.min(limit, totalmem()) : totalmem();
}
