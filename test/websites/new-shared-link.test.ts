import { expect, test } from 'vitest';
import { newSharedLink } from '../../src/websites/shared-links.js';
import { checkRows } from '../rows.js';

test('what is no shared link is refused, and says why', () =>
  checkRows(
    [
      [{}, ['name: is required']],
      [{ name: ' ' }, ['name: must be 1 to 100 characters']],
      [{ name: 'a\0b' }, ['name: must not contain control characters']],
      [{ name: 'Board', password: 'short' }, ['password: must have at least 8 characters']],
      [{ name: 'Board', password: 'x'.repeat(1001) }, ['password: must have at most 1,000 characters']],
    ],
    ([input, errors]) => {
      const { error } = newSharedLink.safeParse(input);
      expect(error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual(errors);
    },
  ));
