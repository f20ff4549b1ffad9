import { totalmem } from 'node:os';

/** What the statements of people may take of a machine's memory. */
export interface SqlBudget {
  /** Processes at the same time. */
  readonly places: number;
  /** Bytes that a statement may ask the engine for. */
  readonly statementMemory: number;
  /** Bytes after which a process is ended. */
  readonly processMemory: number;
}

/** What the service itself takes. */
const SERVICE_BYTES = 600e6;

/** What a process takes beside its statement. */
const PROCESS_BYTES = 200e6;

const MAX_PLACES = 2;
const MAX_STATEMENT_BYTES = 500e6;
const MIN_STATEMENT_BYTES = 150e6;

/** Returns what fits beside the service in the memory of a machine, in bytes; undefined when not even a small statement does. */
export function sqlBudget(machine: number = machineMemory()): SqlBudget | undefined {
  const free = machine - SERVICE_BYTES;
  const places = Math.min(MAX_PLACES, Math.max(1, Math.floor(free / (MAX_STATEMENT_BYTES + PROCESS_BYTES))));
  const statementMemory = Math.min(MAX_STATEMENT_BYTES, Math.floor(free - PROCESS_BYTES));
  if (statementMemory < MIN_STATEMENT_BYTES) return undefined;
  return { places, statementMemory, processMemory: statementMemory + PROCESS_BYTES };
}

/** Returns the bytes of memory of this machine, or those that its container may take. */
function machineMemory(): number {
  const limit = process.constrainedMemory();
  return limit ? Math.min(limit, totalmem()) : totalmem();
}
