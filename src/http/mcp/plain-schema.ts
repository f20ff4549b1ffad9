import type { JsonSchema } from '../api/openapi-schema.js';

const REFERENCE = '#/$defs/';

/**
 * The schema without references. Several providers of models refuse a whole list of tools for one recursive schema: what
 * contains itself, such as a filter, becomes any value of its type.
 *
 * @param levels of it that are described before that
 */
export function plainSchema({ $defs = {}, ...schema }: JsonSchema, levels: 0 | 1): JsonSchema {
  function expand(part: unknown, around: readonly string[]): unknown {
    if (Array.isArray(part)) return part.map((each) => expand(each, around));
    if (typeof part !== 'object' || part === null) return part;
    const { $ref, ...others } = part as JsonSchema;
    const fields = Object.fromEntries(Object.entries(others).map(([name, each]) => [name, expand(each, around)]));
    if ($ref === undefined) return fields;
    const id = $ref.slice(REFERENCE.length);
    if (around.includes(id) || (levels === 0 && containsItself(id))) return { ...describe(id), ...fields };
    return { ...(expand($defs[id], [...around, id]) as JsonSchema), ...fields };
  }

  const describe = (id: string): JsonSchema => {
    const { description, type } = $defs[id] as JsonSchema;
    return { ...(description !== undefined && { description }), ...(type !== undefined && { type }) };
  };

  function containsItself(id: string, of = id, seen = new Set<string>()): boolean {
    return listReferences($defs[of]).some(
      (next) => next === id || (!seen.has(next) && containsItself(id, next, seen.add(next))),
    );
  }
  return expand(schema, []) as JsonSchema;
}

function listReferences(part: unknown): readonly string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, each]) =>
    name === '$ref' ? [String(each).slice(REFERENCE.length)] : listReferences(each),
  );
}
