import { execFile } from 'node:child_process';
import { close, constants, open } from 'node:fs';
import { Socket } from 'node:net';
import { promisify } from 'node:util';

const openFile = promisify(open);

/** Creates a named pipe for its owner only. Node has no call for it; `mkfifo` is part of POSIX. */
export async function makeFifo(path: string): Promise<void> {
  await promisify(execFile)('mkfifo', ['-m', '600', path]);
}

export interface FifoReader {
  /** Ends after `end` was called, every writer has closed the pipe, and all bytes were read. */
  readonly bytes: Socket;
  /** Lets the pipe end: before the call, it stays open for later writers. */
  end(): void;
}

/** Unread bytes make writers wait. */
export async function readFifo(path: string): Promise<FifoReader> {
  // Opening for reading alone would wait for a writer.
  const reader = await openFile(path, constants.O_RDONLY | constants.O_NONBLOCK);
  // Held open, so that the pipe does not end before there is a writer.
  const writer = await openFile(path, constants.O_WRONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    close(reader);
    throw error;
  });
  const bytes = new Socket({ fd: reader, readable: true, writable: false });
  bytes.on('error', () => undefined);
  let isEnded = false;
  const end = () => {
    if (!isEnded) close(writer);
    isEnded = true;
  };
  return { bytes, end };
}
