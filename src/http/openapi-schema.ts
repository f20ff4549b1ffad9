import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Makes JSON Schemas, and keeps those of zod schemas with an `id` as the document's shared ones. */
export interface SchemaMaker {
  readonly ofRequest: (schema: z.ZodType) => JsonSchema;
  readonly ofResponse: (schema: z.ZodType) => JsonSchema;
  /** Complete once everything is made. */
  readonly shared: Readonly<Record<string, JsonSchema>>;
}

/** JSON Schema 2020-12 is what OpenAPI 3.1 speaks, so that zod's own output fits as it is. */
export function schemaMaker(): SchemaMaker {
  const shared: Record<string, JsonSchema> = {};

  function make(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const { $schema, $defs = {}, ...made } = withSharedReferences(z.toJSONSchema(schema, { io }));
    for (const [id, definition] of Object.entries($defs)) {
      const known = shared[id];
      if (known !== undefined && !isDeepStrictEqual(known, definition))
        throw new Error(`Two schemas have the id ${id}`);
      shared[id] = definition;
    }
    return made;
  }
  return { ofRequest: (schema) => make(schema, 'input'), ofResponse: (schema) => make(schema, 'output'), shared };
}

/** The shape stays the same: only what `$ref` points to is moved. */
function withSharedReferences(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/'));
}
