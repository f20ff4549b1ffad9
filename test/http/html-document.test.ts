import { executionAsyncId } from 'node:async_hooks';
import { jsx } from 'hono/jsx';
import { expect, it } from 'vitest';
import { htmlDocument } from '../../src/http/server/html-document.js';

it('draws a page with its components', () => {
  const Greeting = ({ name }: { name: string }) => jsx('p', {}, `Hello <${name}>`);
  expect(htmlDocument(jsx('html', {}, jsx(Greeting, { name: 'Ada' })))).toBe(
    '<!doctype html><html><p>Hello &lt;Ada&gt;</p></html>',
  );
});

it('leaves no hook on promises', async () => {
  htmlDocument(
    jsx(
      'html',
      {},
      jsx(() => jsx('p', {}), {}),
    ),
  );
  // Only a hooked promise runs its continuation under an id of its own.
  expect(await Promise.resolve().then(() => executionAsyncId())).toBe(0);
});
