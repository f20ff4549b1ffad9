import { Hono } from 'hono';
import { htmlDocument } from './html-document.js';

/** `GET /`: says that the service is up, and where to go on. */
export function homePage(baseUrl: string): Hono {
  const page = htmlDocument(<Page baseUrl={baseUrl} />);
  const app = new Hono();
  app.get('/', (context) => context.html(page));
  return app;
}

const Page = ({ baseUrl }: { readonly baseUrl: string }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Footfall</title>
    </head>
    <body>
      <h1>Footfall is running</h1>
      <p>
        The interface is at <code>{baseUrl}/api/v1</code>, and <a href="/api/docs">described here</a>. Websites and keys
        are managed with the program <code>footfall</code>.
      </p>
    </body>
  </html>
);
