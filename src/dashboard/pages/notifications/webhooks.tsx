import { randomUUID } from 'node:crypto';
import { AppError } from '../../../lib/errors.js';
import { inLanguage } from '../../../lib/language/language.js';
import { type Text, t } from '../../../lib/language/translate.js';
import { isRefusedHost } from '../../../lib/outgoing-request.js';
import { unicodeHost } from '../../../lib/unicode-host.js';
import { valid } from '../../../lib/validation.js';
import { emailLanguage } from '../../../notifications/email-language.js';
import { deliveryFailureText } from '../../../notifications/failures.js';
import { postJson, WebhookFailure } from '../../../notifications/post.js';
import { TOPICS } from '../../../notifications/topics.js';
import { writeRequest } from '../../../notifications/webhooks/payload.js';
import {
  createWebhook,
  enableWebhook,
  findWebhook,
  listDeliveries,
  listWebhooks,
  newWebhook,
  removeWebhook,
  type Webhook,
} from '../../../notifications/webhooks/webhooks.js';
import { FormRefusal, type Section, type Visit, websiteForm } from '../../page-route.js';
import { choice, Field, flags, line, text } from '../../ui/fields.js';
import { Button, Form, Notice } from '../../ui/form.js';
import { linkTo, rich } from '../../ui/rich.js';
import { SettingsPart } from '../../ui/settings-part.js';
import { countSent } from './sending.js';
import { WebhookItem, webhookTopics } from './webhook-item.js';

const FORMATS: readonly (readonly [format: Webhook['format'], label: Text])[] = [
  ['slack', 'Slack-compatible'],
  ['discord', 'Discord-compatible'],
  ['json', 'Signed JSON (Standard Webhooks)'],
];

const PRIVATE_HOST: Text =
  'The host resolves to a private IP address, which webhooks cannot reach. An administrator can allow it with WEBHOOK_ALLOW_PRIVATE=true.';

const addWebhook = websiteForm({
  path: '/webhooks',
  anchor: 'new-webhook',
  fields: {
    name: line('Name', { autocomplete: 'off', maxlength: 100, required: true }),
    format: choice('Format', FORMATS),
    url: line('URL', { inputmode: 'url', autocomplete: 'off', spellcheck: false, maxlength: 2000, required: true }),
    ...flags(webhookTopics),
  },
  submit: async ({ name, format, url, ...checked }, { website, deps }) => {
    const webhook = valid(newWebhook, { name, format, url, topics: TOPICS.filter((topic) => checked[topic]) });
    if (await isRefusedHost(new URL(webhook.url), deps.posting)) throw new FormRefusal({ url: t(PRIVATE_HOST) });
    await createWebhook(deps.db, website.id, webhook, deps.now());
  },
  done: { key: 'webhook', text: 'Webhook added.', at: 'notices' },
});

export const testWebhook = websiteForm({
  path: '/webhooks/test',
  fields: { webhook: text },
  submit: async ({ webhook: id }, visit) => {
    const { deps } = visit;
    const webhook = await requireWebhook(visit, id);
    await countSent(visit, 'Too many tests in the last hour.');
    const { body, headers } = writeRequest(webhook.format, webhook.secret, testEvent(visit), deps.now());
    try {
      await postJson(webhook.url, body, headers, deps.posting);
    } catch (error) {
      if (!(error instanceof WebhookFailure)) throw error;
      const text = t('The test did not arrive. {failure}.', { failure: deliveryFailureText(error.message) });
      throw new FormRefusal({ '': text }, 502);
    }
  },
  done: { key: 'webhook-tested', text: 'Test delivered.', at: 'notices' },
});

const enable = websiteForm({
  path: '/webhooks/enable',
  fields: { webhook: text },
  submit: async ({ webhook: id }, visit) => {
    await enableWebhook(visit.deps.db, await requireWebhook(visit, id));
  },
  done: { key: 'webhook-enabled', text: 'Webhook enabled.', at: 'notices' },
});

const remove = websiteForm({
  path: '/webhooks/remove',
  fields: { webhook: text },
  submit: async ({ webhook: id }, visit) => {
    await removeWebhook(visit.deps.db, await requireWebhook(visit, id));
  },
  done: { key: 'webhook-removed', text: 'Webhook removed.', at: 'notices' },
});

export const webhookForms = [addWebhook, testWebhook, enable, remove];

/** Throws AppError `not_found` for a webhook of another website. */
async function requireWebhook({ website, deps }: Visit<'website'>, id: string): Promise<Webhook> {
  const found = await findWebhook(deps.db, website.id, id);
  if (found === undefined) throw new AppError('not_found', [t('Webhook not found')]);
  return found;
}

const testEvent = ({ viewer, website: { id, name, domain }, deps }: Visit<'website'>) => ({
  id: randomUUID(),
  type: 'test' as const,
  at: deps.now(),
  website: { id, name, domain },
  brief: inLanguage(emailLanguage(viewer.language), () => ({
    title: t('A test from Footfall'),
    lines: [t('Notices about {domain} will arrive here.', { domain: unicodeHost(domain) })],
    url: `${deps.baseUrl}/websites/${id}`,
  })),
  figures: {},
});

export const webhooks: Section<'website'> = async (visit) => {
  const { website, deps } = visit;
  const stored = await listWebhooks(deps.db, website.id);
  const withLogs = stored.map(async (webhook) => ({ webhook, log: await listDeliveries(deps.db, webhook.id) }));
  const listed = await Promise.all(withLogs);
  const form = visit.of(addWebhook);
  return (
    <SettingsPart
      id="webhooks"
      title={t('Webhooks')}
      about={t('Posts the same notices to another service, whether or not emails are on.')}
    >
      {listed.length > 0 && (
        <ul class="divided items">
          {listed.map((each) => (
            <WebhookItem
              {...each}
              test={visit.of(testWebhook).action}
              enable={visit.of(enable).action}
              remove={visit.of(remove).action}
            />
          ))}
        </ul>
      )}
      <p>
        {rich('Signed JSON has all figures of a notice: the <a>API reference</a> has its fields, with examples.', {
          a: linkTo('/api/docs#webhooks'),
        })}
      </p>
      <Form id="new-webhook" form={form}>
        <h3>{t('Add webhook')}</h3>
        <Field form={form} name="name" />
        <Field form={form} name="format" />
        <Field form={form} name="url" />
        {form.errors.topics !== undefined && <Notice kind="bad">{t('Choose at least one notice.')}</Notice>}
        {TOPICS.map((topic) => (
          <Field form={form} name={topic} value />
        ))}
        <Button kind="quiet">{t('Add webhook')}</Button>
      </Form>
    </SettingsPart>
  );
};
