import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Converts zod schemas to JSON Schema, and collects schemas with an `id` as the document's shared ones. */
export interface SchemaMaker {
  readonly ofRequest: (schema: z.ZodType) => JsonSchema;
  readonly ofResponse: (schema: z.ZodType) => JsonSchema;
  /** Complete once every schema is converted. */
  readonly shared: Readonly<Record<string, JsonSchema>>;
}

/** Returns a maker. OpenAPI 3.1 uses JSON Schema 2020-12, so that zod's own output fits unchanged. */
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

/** Keeps the examples of a request's field that is transformed, which zod leaves out because they could be of the result. */
function keepExamples({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void {
  const examples = z.globalRegistry.get(zodSchema)?.examples;
  if (Array.isArray(examples)) jsonSchema.examples = examples;
}

/** Rewrites the targets of `$ref`, and nothing else. */
function withSharedReferences(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/'));
}
