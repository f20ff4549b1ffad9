import { createHash } from 'node:crypto';

/** What a server does of its own about users, and the embedded engine does not: it reads them from a file only. */
export interface ServerUsers {
  /** Takes a statement about users or policies; returns false for any other. */
  take(statement: string): boolean;
  /** Returns what a session runs first for `user:password`; undefined when they are refused. */
  signIn(credentials: string): readonly string[] | undefined;
  /** Loses all users. */
  forget(): void;
}

/**
 * Keeps the users that statements make. Those with rights on `bi` have the engine's role `bi`, which with its row policies stands
 * beside the configuration.
 *
 * @param role what these users get instead, on a server that does not limit them
 */
export function serverUsers(role = 'bi'): ServerUsers {
  const hashes = new Map<string, string>();
  const granted = new Set<string>();
  return {
    take: (statement) => {
      const [, name, hash] = IDENTIFIED.exec(statement) ?? [];
      if (name !== undefined && hash !== undefined) hashes.set(name, hash);
      const [, grantee] = GRANTED.exec(statement) ?? [];
      if (grantee !== undefined) granted.add(grantee);
      return name !== undefined || grantee !== undefined || /^(--.*\n)*CREATE ROW POLICY /.test(statement);
    },
    signIn: (credentials) => {
      const [name = '', password = ''] = credentials.split(':');
      if (name === '' || name === 'default') return [];
      if (hashes.get(name) !== createHash('sha256').update(password).digest('hex')) return undefined;
      return granted.has(name) ? [`SET ROLE ${role}`] : ['SET ROLE NONE'];
    },
    forget: () => hashes.clear(),
  };
}

const IDENTIFIED = /^(?:CREATE|ALTER) USER (?:IF NOT EXISTS )?(\w+) IDENTIFIED WITH sha256_hash BY '(\w+)'$/;

const GRANTED = /^GRANT SELECT ON bi\.\* TO (\w+)$/;
