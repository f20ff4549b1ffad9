import type { Context } from 'hono';

/** The first of the content types that the request's `Accept` names; undefined when it names none. */
export function acceptedType<Type extends string>(context: Context, types: readonly Type[]): Type | undefined {
  const accepted = context.req.header('Accept')?.toLowerCase() ?? '';
  return types.find((type) => accepted.includes(type));
}
