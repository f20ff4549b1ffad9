import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { sentForm } from '../../src/dashboard/ui/sent-form.js';
import { AppError } from '../../src/lib/errors.js';
import { checkRows } from '../rows.js';

const app = new Hono();
app.post('/', async (context) => {
  const form = await sentForm(context.req);
  return context.json([form.text('name'), await form.file('icon')?.text()]);
});
app.onError((error, context) => context.text(error instanceof AppError ? error.messages.join() : 'no fault', 400));

async function read(body: string | FormData, type?: string): Promise<unknown> {
  const headers = type === undefined ? {} : { 'Content-Type': type };
  const response = await app.request('/', { method: 'POST', body, headers });
  return response.ok ? response.json() : response.text();
}

const MULTIPART = 'multipart/form-data; boundary=x';

const part = (name: string, ...headers: readonly string[]) =>
  ['--x', ...headers, `Content-Disposition: form-data; name="${name}"`, '', 'Ada', ''].join('\r\n');

const ENCODED = 'application/x-www-form-urlencoded';

test('the fields of a form are read', () =>
  checkRows(
    [
      ['name=Ada+L%C3%B6w', ['Ada Löw', null]],
      ['name=a&name=b', ['b', null]],
      ['icon=a', ['', null]],
      ['name=100%&x=%zz', ['100%', null]],
      ['', ['', null]],
    ],
    async ([body, fields]) => {
      expect(await read(body, ENCODED)).toEqual(fields);
      expect(await read(body, `${ENCODED};charset=UTF-8`)).toEqual(fields);
    },
  ));

test('a form with a file is read', async () => {
  const form = new FormData();
  form.set('name', 'Ada');
  form.set('icon', new File(['picture'], 'icon.svg'));
  expect(await read(form)).toEqual(['Ada', 'picture']);
});

test('a form with a file is read whatever else its type says, and the last of two fields counts', async () => {
  const body = `${part('name')}${part('name').replace('Ada', 'Grace')}--x--\r\n`;
  for (const type of [MULTIPART, 'Multipart/Form-Data;charset=utf-8; Boundary="x"', `${MULTIPART}; charset=utf-8`]) {
    expect(await read(body, type)).toEqual(['Grace', null]);
  }
});

test('a form with a file has a long file name', async () => {
  const form = new FormData();
  form.set('name', 'Ada');
  form.set('icon', new File(['--x\r\n\r\n'.repeat(10_000)], '"ü'.repeat(120)));
  expect(await read(form)).toEqual(['Ada', '--x\r\n\r\n'.repeat(10_000)]);
});

test.each([
  ['thousands of parts', part('name').repeat(2000)],
  ['thousands of headers', part('name', ...Array(20_000).fill('a:'))],
  ['headers without an end', `--x\r\n${'a:\r\n'.repeat(20_000)}`],
  ['a long name', part('%0d'.repeat(20_000))],
])('a form with %s is refused before it is parsed', async (_what, text) => {
  expect(await read(`${part('name')}${text}--x--\r\n`, MULTIPART)).toBe('The form has too many fields');
});

test('what is no form has no fields', async () => {
  expect(await read('name=Ada', 'text/plain')).toEqual(['', null]);
});

test('a form that no browser has written is refused', async () => {
  expect(await read('name=%C3&'.repeat(1000), ENCODED)).toBe('The form could not be read. Go back and try again');
  for (const type of [MULTIPART, 'multipart/form-data', 'multipart/form-data; boundary=']) {
    expect(await read('nothing', type)).toBe('The form could not be read. Go back and try again');
  }
});
