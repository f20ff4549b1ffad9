import type { FC } from 'hono/jsx';
import { exampleValue } from './docs-example.js';
import { Fields } from './docs-schema.js';
import type { OpenApiDocument } from './openapi.js';

export const Webhooks: FC<{ document: OpenApiDocument }> = ({ document: { webhooks, components } }) => (
  <section id="webhooks">
    <h2>Webhooks</h2>
    <p>
      A website’s webhooks are added on its page for notifications. One with the format “Signed JSON” gets these
      requests, signed as <a href="https://www.standardwebhooks.com/">Standard Webhooks</a> says: there are libraries
      for most languages.
    </p>
    <p>
      To verify one by hand, join <code>webhook-id</code>, <code>webhook-timestamp</code> and the body as it came with
      dots. Its HMAC-SHA256 in base64, after <code>v1,</code>, must be <code>webhook-signature</code>. The key is the
      secret of the webhook without <code>whsec_</code>, decoded from base64. Refuse a timestamp that is over five
      minutes old.
    </p>
    {Object.entries(webhooks).map(([name, { post }]) => {
      const schema = post.requestBody?.content['application/json']?.schema ?? {};
      return (
        <article id={post.operationId}>
          <h3>{post.summary}</h3>
          <div class="address">
            <span class="method post">post</span>
            <code>{name}</code>
          </div>
          <p>{post.description}</p>
          <pre>
            <code>{JSON.stringify(exampleValue(schema), null, 2)}</code>
          </pre>
          <h4>Body</h4>
          <Fields schema={schema} shared={components.schemas} />
        </article>
      );
    })}
  </section>
);
