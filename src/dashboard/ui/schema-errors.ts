import type { z } from 'zod';
import type { FieldErrors } from './form.js';

const MAX_ENTRIES = 3;
const MAX_QUOTE_LENGTH = 60;

/** Returns a schema's errors as sentences by field. Errors of a list quote the entry as it was `given`. */
export function schemaErrors({ issues }: z.ZodError, given: Readonly<Record<string, unknown>>): FieldErrors {
  const fields = [...new Set(issues.map(({ path }) => String(path[0] ?? '')))];
  return Object.fromEntries(
    fields.map((field) => {
      const own = issues.filter(({ path }) => String(path[0] ?? '') === field);
      const sentences = own.map(({ path, message }) => sentence(quoteEntry(given[field], path[1]), message));
      const more = sentences.length - MAX_ENTRIES;
      return [field, [...sentences.slice(0, MAX_ENTRIES), ...(more > 0 ? [`And ${more} more.`] : [])].join(' ')];
    }),
  );
}

function sentence(entry: string | undefined, message: string): string {
  const text = message.endsWith('.') ? message : `${message}.`;
  return entry === undefined ? text[0]!.toUpperCase() + text.slice(1) : `${quoted(entry)} ${text}`;
}

function quoteEntry(list: unknown, index: PropertyKey | undefined): string | undefined {
  const entry: unknown = Array.isArray(list) && typeof index === 'number' ? list[index] : undefined;
  return typeof entry === 'string' ? entry : undefined;
}

function quoted(entry: string): string {
  const characters = [...entry];
  return `“${characters.length > MAX_QUOTE_LENGTH ? `${characters.slice(0, MAX_QUOTE_LENGTH).join('')}…` : entry}”`;
}
