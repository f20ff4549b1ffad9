import { type HttpServer, listen, type Statement } from './http-server.js';

/** A server that notes what it is told and answers nothing. */
export interface Recorder extends HttpServer {
  readonly statements: readonly Statement[];
}

export async function recorder(): Promise<Recorder> {
  const statements: Statement[] = [];
  const server = await listen(async (statement) => {
    statements.push(statement);
    return { output: new Uint8Array() };
  });
  return { ...server, statements };
}
