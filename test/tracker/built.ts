/** The folder of the browser script, once the program is built. */
export const TRACKER = new URL('../../dist/tracker/', import.meta.url);
