import type { z } from 'zod';

/** A text that clients send back to get the next page. It hides nothing, and may come back changed. */
export const toCursor = (position: unknown): string => Buffer.from(JSON.stringify(position)).toString('base64url');

/** Undefined for a text that is no cursor of this shape. */
export function readCursor<Shape extends z.ZodType>(shape: Shape, text: string): z.output<Shape> | undefined {
  try {
    return shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    return undefined;
  }
}
