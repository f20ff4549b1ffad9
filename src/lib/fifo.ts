import { execFile } from 'node:child_process';
import { close, constants, open } from 'node:fs';
import { Socket } from 'node:net';
import { promisify } from 'node:util';

const openFile = promisify(open);

/** Makes a named pipe that only its owner can open. Node has no call for it; `mkfifo` is a part of POSIX. */
export async function makeFifo(path: string): Promise<void> {
  await promisify(execFile)('mkfifo', ['-m', '600', path]);
}

/** The reading end of a named pipe. */
export interface FifoReader {
  /** Ends when `end` was called, every writer has closed the pipe, and all bytes were read. */
  readonly bytes: Socket;
  /** Lets the pipe end: until then, a writer may come later. */
  end(): void;
}

/** Opens a named pipe for reading. Writers wait while the bytes are not read. */
export async function readFifo(path: string): Promise<FifoReader> {
  // Without a writer, this would otherwise wait for one.
  const reader = await openFile(path, constants.O_RDONLY | constants.O_NONBLOCK);
  // Held open: the pipe would otherwise end before there is a writer.
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
