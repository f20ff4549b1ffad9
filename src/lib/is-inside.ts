import { sep } from 'node:path';

/** Returns whether an absolute path leads to something in a folder. */
export const isInside = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
