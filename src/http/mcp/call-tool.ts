import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/server';
import type { Logger } from 'pino';
import { z } from 'zod';
import { describeError } from '../../lib/error-description.js';
import { AppError, invalid } from '../../lib/errors.js';
import { oneLine, visibleText } from '../../lib/text.js';
import { keepExamples } from '../api/openapi-schema.js';
import { unavailableError } from '../server/unavailable.js';
import { plainSchema } from './plain-schema.js';
import type { Ask, Tool, ToolInput } from './tool.js';

/** As clients list it. */
export const toListed = ({ name, title, description, input, output }: Tool): ListedTool => ({
  name,
  title,
  description,
  inputSchema: plainSchema(
    z.toJSONSchema(input, { io: 'input', override: keepExamples }),
    0,
  ) as ListedTool['inputSchema'],
  outputSchema: plainSchema(z.toJSONSchema(output), 1) as ListedTool['outputSchema'],
  annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
});

export interface Call {
  readonly ask: Ask;
  readonly signal: AbortSignal;
  readonly log: Pick<Logger, 'error'>;
}

/** What the API refuses is an answer that says why, so that the model can correct its input. */
export async function callTool(tool: Tool, input: ToolInput, { ask, signal, log }: Call): Promise<CallToolResult> {
  try {
    refuseUnknown(tool, input);
    const answer = toVisible(await tool.call(input, ask, signal)) as Record<string, unknown>;
    return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
  } catch (error) {
    const known = error instanceof AppError ? error : unavailableError(error);
    if (known === undefined) log.error({ tool: tool.name, error: describeError(error) }, 'a tool failed');
    const messages = known?.messages ?? ['Internal server error'];
    return { content: [{ type: 'text', text: messages.map(visibleText).join('\n') }], isError: true };
  }
}

/** The API ignores unknown parameters: an ignored filter would return all data. */
function refuseUnknown({ input: { shape } }: Tool, input: ToolInput): void {
  const unknown = Object.keys(input).filter((field) => !Object.hasOwn(shape, field));
  if (unknown.length > 0)
    throw invalid(...unknown.map((field) => ({ field: oneLine(field, MAX_QUOTED), message: 'unknown field' })));
}

const MAX_QUOTED = 60;

/** Labels come from visitors. */
function toVisible(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value);
  if (Array.isArray(value)) return value.map(toVisible);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [visibleText(name), toVisible(each)]));
}
