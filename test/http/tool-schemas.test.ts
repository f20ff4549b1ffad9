import { describe, expect, test } from 'vitest';
import { toListed } from '../../src/http/mcp/call-tool.js';
import { plainSchema } from '../../src/http/mcp/plain-schema.js';
import { mcpTools } from '../../src/http/mcp/tools.js';
import type { Services } from '../../src/http/services.js';
import { apiRoutes } from '../../src/http/v1/routes.js';

// Only handlers use the services.
const routes = apiRoutes({} as Services);
const tools = mcpTools({ routes } as unknown as Parameters<typeof mcpTools>[0]).map(toListed);
const find = (name: string) => tools.find((tool) => tool.name === name)!;

describe('schemas of tools', () => {
  test('have no references, which can be recursive', () => {
    expect(tools.length).toBeGreaterThan(5);
    for (const { inputSchema, outputSchema } of tools) {
      expect(JSON.stringify([inputSchema, outputSchema])).not.toMatch(/\$ref|\$defs/);
    }
  });

  test('take any value as a filter, and say which shape it has', () => {
    const description = expect.stringMatching(/^A condition .*, or a list, which means and$/);
    const { filters, steps } = find('funnel').inputSchema.properties!;
    expect(filters).toEqual({ description, examples: [expect.anything()] });
    expect(steps).toMatchObject({ type: 'array', items: { description } });
    expect(find('journey').inputSchema.properties).toMatchObject({
      anchor: { properties: { from: { description } } },
    });
  });

  test('keep the names of metrics and dimensions', () => {
    const { metrics } = find('query').inputSchema.properties!;
    expect(JSON.stringify(metrics)).toContain('"bounceRate"');
  });

  test('describe the first level of a tree in an answer', () => {
    expect(find('journey').outputSchema!.properties).toMatchObject({
      root: { type: 'object', properties: { children: { type: 'array', items: { type: 'object' } } } },
    });
  });
});

test('what contains itself through another schema becomes any value too', () => {
  const $defs = {
    One: { type: 'object', properties: { two: { $ref: '#/$defs/Two' } } },
    Two: { type: 'object', properties: { one: { $ref: '#/$defs/One' } } },
    Name: { type: 'string' },
  } as const;
  const properties = { one: { $ref: '#/$defs/One' }, name: { $ref: '#/$defs/Name' } };
  expect(plainSchema({ properties, $defs }, 0)).toEqual({
    properties: { one: { type: 'object' }, name: { type: 'string' } },
  });
});
