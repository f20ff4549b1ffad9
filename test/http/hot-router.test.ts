import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { HotRouter } from '../../src/http/server/hot-router.js';
import { checkRows } from '../rows.js';

function sampleApp(): Hono {
  const app = new Hono({ strict: false, router: new HotRouter('POST', '/hot') });
  app.post('/hot', (context) => context.text('hot'));
  app.all('/hot', (context) => context.text('other method'));
  app.use(async (context, next) => {
    context.header('X-Seen', 'yes');
    await next();
  });
  app.get('/things/:id{\\d+}', (context) => context.text(`thing ${context.req.param('id')}`));
  app.post('/hot/:name', (context) => context.text(`below ${context.req.param('name')}`));
  return app;
}

test('each request is answered by its route', () =>
  checkRows(
    [
      ['POST', '/hot', 'hot'],
      ['POST', '/hot/', 'hot'],
      ['POST', '/hot?a=b', 'hot'],
      ['GET', '/hot', 'other method'],
      ['POST', '/hot/ter', 'below ter'],
      ['GET', '/things/7', 'thing 7'],
      ['GET', '/things/x', '404 Not Found'],
    ],
    async ([method, path, text]) => {
      const answer = await sampleApp().request(path, { method });
      expect(await answer.text()).toBe(text);
    },
  ));

test('what is thrown by the hot route becomes a failure as anywhere else', async () => {
  const app = new Hono({ router: new HotRouter('POST', '/hot') });
  app.post('/hot', () => {
    throw new Error('no');
  });
  app.onError((error, context) => context.text(error.message, 500));
  const answer = await app.request('/hot', { method: 'POST' });
  expect([answer.status, await answer.text()]).toEqual([500, 'no']);
});

test('without its route it is a router like any other', async () => {
  const app = new Hono({ router: new HotRouter('POST', '/hot') });
  expect((await app.request('/hot', { method: 'POST' })).status).toBe(404);
});
