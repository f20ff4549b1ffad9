import { requestId as honoRequestId } from 'hono/request-id';

/** Gives every answer an `X-Request-Id`. An incoming one is kept when it is at most 64 of `A-Z a-z 0-9 _ - =`. */
export const requestId = () => honoRequestId({ limitLength: 64 });
