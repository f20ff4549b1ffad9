import type { FC } from 'hono/jsx';
import type { JsonSchema } from './openapi-schema.js';

type Shared = Readonly<Record<string, JsonSchema>>;
type Part = JsonSchema | boolean | undefined;

interface SchemaProps {
  readonly schema: JsonSchema;
  readonly shared: Shared;
}

const REFERENCE = '#/components/schemas/';

interface FieldsProps extends SchemaProps {
  /** Objects that the fields are inside of. */
  readonly around?: readonly JsonSchema[];
}

/** Nested lists; renders nothing for a schema without fields, and for an object inside of itself. */
export const Fields: FC<FieldsProps> = ({ schema, shared, around = [] }) => {
  const object = objectIn(schema, shared);
  if (object === undefined || around.includes(object)) return null;
  const { properties = {}, required = [] } = object;
  const fields = Object.entries(properties);
  if (fields.length === 0) return null;
  return (
    <ul class="fields">
      {fields.map(([name, field]) => (
        <li>
          <code class="name">{name}</code> <TypeName schema={whole(field)} shared={shared} />
          {!required.includes(name) && <span class="note">optional</span>}
          {whole(field).description && <p>{whole(field).description}</p>}
          <Fields schema={whole(field)} shared={shared} around={[...around, object]} />
        </li>
      ))}
    </ul>
  );
};

/** A short type: `array of string`, `string (date-time) or null`, `"hour" or "day"`, `"property:…"`. */
export const TypeName: FC<SchemaProps> = ({ schema, shared }) => <span class="type">{typeName(schema, shared)}</span>;

function typeName(schema: JsonSchema, shared: Shared): string {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return alternatives.map((one) => typeName(one, shared)).join(' or ');
  if (schema.$ref !== undefined) return referenceName(schema.$ref.slice(REFERENCE.length), shared);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.type === 'array') return `array of ${typeName(itemSchema(schema), shared)}`;
  const [, prefix] = /^\^(\w+:)$/.exec(schema.pattern ?? '') ?? [];
  if (prefix !== undefined) return `"${prefix}…"`;
  const name = [schema.type ?? 'any'].flat().join(' or ');
  return schema.format === undefined ? name : `${name} (${schema.format})`;
}

/** Of texts, which have no fields to explain them, the type itself. */
function referenceName(id: string, shared: Shared): string {
  const schema = shared[id];
  return schema?.type === 'string' ? typeName(schema, shared) : id;
}

/** The schema itself, its reference, its items, or one of its alternatives. */
function objectIn(schema: JsonSchema, shared: Shared): JsonSchema | undefined {
  if (schema.properties !== undefined) return schema;
  if (schema.$ref !== undefined) return objectIn(shared[schema.$ref.slice(REFERENCE.length)] ?? {}, shared);
  if (schema.type === 'array') return objectIn(itemSchema(schema), shared);
  for (const choice of schema.anyOf ?? schema.oneOf ?? []) {
    const found = objectIn(choice, shared);
    if (found !== undefined) return found;
  }
  return undefined;
}

const itemSchema = ({ items }: JsonSchema): JsonSchema => whole(Array.isArray(items) ? items[0] : items);

const whole = (part: Part): JsonSchema => (typeof part === 'object' ? part : {});
