import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Schemas with an `id` become the document's shared schemas. */
export interface SchemaMaker {
  readonly ofRequest: (schema: z.ZodType) => JsonSchema;
  readonly ofResponse: (schema: z.ZodType) => JsonSchema;
  /** Complete once every schema is converted. */
  readonly shared: Readonly<Record<string, JsonSchema>>;
}

/** OpenAPI 3.1 uses JSON Schema 2020-12, which is zod's own output. */
export function schemaMaker(): SchemaMaker {
  const shared: Record<string, JsonSchema> = {};

  function make(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const {
      $schema,
      $defs = {},
      ...made
    } = withSharedReferences(z.toJSONSchema(schema, { io, override: keepExamples }));
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

/** Zod omits examples of transformed fields, because they could describe the result. */
export function keepExamples({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void {
  const examples = z.globalRegistry.get(zodSchema)?.examples;
  if (Array.isArray(examples)) jsonSchema.examples = examples;
}

/** Changes only the targets of `$ref`. */
function withSharedReferences(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/'));
}
