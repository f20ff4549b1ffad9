import type { Operation, Parameter } from './openapi.js';
import type { JsonSchema } from './openapi-schema.js';

/** Uses required parameters only. */
export function curlLine(apiUrl: string, method: string, path: string, operation: Operation): string {
  const required = operation.parameters.filter((parameter) => parameter.required);
  const query = required.filter((parameter) => parameter.in === 'query');
  const search = query
    .map((parameter) => `${parameter.name}=${encodeURIComponent(parameterExample(parameter))}`)
    .join('&');
  const url = apiUrl + path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => name.toUpperCase());
  return [
    'curl',
    ...(method === 'get' ? [] : ['-X', method.toUpperCase()]),
    quoted(search === '' ? url : `${url}?${search}`),
    '-H',
    quoted('X-API-Key: KEY'),
    ...bodyArguments(operation),
  ].join(' ');
}

function bodyArguments({ requestBody }: Operation): readonly string[] {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type === undefined || media === undefined) return [];
  const header = ['-H', quoted(`Content-Type: ${type}`)];
  return type === 'application/json'
    ? [...header, '-d', quoted(JSON.stringify(exampleValue(media.schema)))]
    : [...header, '--data-binary', '@FILE'];
}

const parameterExample = ({ name, schema }: Parameter): string => String(schema.examples?.[0] ?? name.toUpperCase());

/** The schema's own example, else the smallest value of its type. */
export function exampleValue(schema: JsonSchema): unknown {
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.oneOf?.[0] !== undefined) return exampleValue(schema.oneOf[0]);
  switch (schema.type) {
    case 'object': {
      const required = schema.required ?? [];
      const fields = Object.entries(schema.properties ?? {}).filter(([name]) => required.includes(name));
      return Object.fromEntries(
        fields.map(([name, field]) => [name, typeof field === 'object' ? exampleValue(field) : null]),
      );
    }
    case 'array':
      return [];
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    default:
      return '…';
  }
}

/** For a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
