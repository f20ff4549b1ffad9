import { z } from 'zod';
import type { OpenApiDocument, Operation } from '../../src/http/api/openapi.js';

type Json = Record<string, unknown>;

/** Throws when an answer is not what the OpenAPI document declares for its route and status. */
export type DeclaredCheck = (method: string, path: string, status: number, body: unknown) => void;

/**
 * Holds answers against the document. A method or path that it does not have may be answered with the failure envelope
 * alone; of a route that it has, every status must be declared.
 */
export function declaredCheck(document: OpenApiDocument): DeclaredCheck {
  const schemas = new Map<object, z.ZodType>();
  const schemaOf = (schema: object): z.ZodType => {
    const made = schemas.get(schema) ?? z.fromJSONSchema(withDefinitions(schema, document.components.schemas));
    schemas.set(schema, made);
    return made;
  };
  const failure = { $ref: '#/components/schemas/Failure' };
  const failureSchema = schemaOf(failure);
  return (method, path, status, body) => {
    const operation = operationOf(document, method, path);
    const response = operation?.responses[status];
    if (operation !== undefined && response === undefined)
      throw new Error(`${method} ${path}: ${status} is undeclared`);
    const schema = response?.content?.['application/json']?.schema;
    const checked = (schema === undefined ? failureSchema : schemaOf(schema)).safeParse(body);
    if (checked.success) return;
    throw new Error(`${method} ${path}: ${status} is not as declared\n${z.prettifyError(checked.error)}`);
  };
}

/** The operation that answers a request to a path, which is relative to the server's URL. */
function operationOf({ paths }: OpenApiDocument, method: string, path: string): Operation | undefined {
  const [bare = ''] = path.split('?', 1);
  const found = Object.entries(paths).find(([template]) =>
    new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`).test(bare),
  );
  return found?.[1][method.toLowerCase()];
}

/** zod looks for references in the schema itself. */
export function withDefinitions(schema: object, definitions: object): Json {
  const text = JSON.stringify({ ...schema, $defs: definitions });
  return JSON.parse(text.replaceAll('"#/components/schemas/', '"#/$defs/')) as Json;
}
