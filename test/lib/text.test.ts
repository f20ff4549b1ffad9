import { expect, test } from 'vitest';
import { z } from 'zod';
import { plainText } from '../../src/lib/text.js';

test.each([0, 1])(
  'a text of at least %i characters is accepted if its schema allows it, and only then',
  (minLength) => {
    const shape = plainText(minLength, 3);
    const documented = z.fromJSONSchema(z.toJSONSchema(shape) as never);
    for (const text of ['', ' ', 'a', 'abc', 'abcd', 'a\n b', '\u0000', '\u009f']) {
      expect(documented.safeParse(text).success, JSON.stringify(text)).toBe(shape.safeParse(text).success);
    }
  },
);
