/** The service cannot listen on its address. The message names the variable. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** Names the variable behind the system's error. */
export function listenError(
  error: NodeJS.ErrnoException,
  { host, port }: { readonly host: string; readonly port: number },
  portVariable = 'PORT',
  hostVariable = 'HOST',
): ListenError {
  switch (error.code) {
    case 'EADDRINUSE':
      return new ListenError(
        `${portVariable}: ${port} is in use on ${host}: stop what listens there, or choose another`,
      );
    case 'EACCES':
      return new ListenError(`${portVariable}: ${port} needs more rights than this process has: choose one above 1023`);
    default:
      return new ListenError(`${hostVariable}: cannot listen on ${host} (${error.code ?? error.message})`);
  }
}
