import type { Config } from './config.js';

/** The address cannot be listened on. The message names the variable. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen';
}

/** Says of the system's error which variable it is about. */
export function cannotListen(error: NodeJS.ErrnoException, { host, port }: Config): CannotListen {
  switch (error.code) {
    case 'EADDRINUSE':
      return new CannotListen(`PORT: ${port} is in use on ${host}: stop what listens there, or choose another`);
    case 'EACCES':
      return new CannotListen(`PORT: ${port} needs more rights than this process has: choose one above 1023`);
    default:
      return new CannotListen(`HOST: cannot listen on ${host} (${error.code ?? error.message})`);
  }
}
