import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import type { Topic } from '../../../notifications/topics.js';
import type { LoggedDelivery, Webhook } from '../../../notifications/webhooks/webhooks.js';
import { Copyable } from '../../ui/copy.js';
import { ActionButton, Notice } from '../../ui/form.js';
import { Item } from '../../ui/item.js';

export const webhookTopics: Readonly<Record<Topic, string>> = {
  'weekly-summary': 'Weekly summary',
  'traffic-alert': 'Traffic alerts',
};

const KINDS: Readonly<Record<string, string>> = {
  week: 'Weekly summary',
  'quiet-week': 'Week without visitors',
  spike: 'Spike',
  silence: 'Tracking stopped',
};

const STATES: Readonly<Record<LoggedDelivery['state'], string>> = {
  waiting: 'Waiting',
  sent: 'Delivered',
  'given-up': 'Failed',
  dropped: 'Not sent',
};

export interface WebhookItemProps {
  readonly webhook: Webhook;
  readonly log: readonly LoggedDelivery[];
  /** Paths of its forms. */
  readonly test: string;
  readonly enable: string;
  readonly remove: string;
}

export const WebhookItem: FC<WebhookItemProps> = ({ webhook, log, test, enable, remove }) => (
  <Item
    title={webhook.name}
    head={
      <>
        {webhook.disabledAt !== null && <span class="chip">{t('Disabled')}</span>}
        <small class="muted">
          {new URL(webhook.url).host} · {webhook.topics.map((topic) => webhookTopics[topic]).join(', ')}
        </small>
        <Action path={test} webhook={webhook} label={t('Send a test')} />
        {webhook.disabledAt !== null && <Action path={enable} webhook={webhook} label={t('Enable')} />}
      </>
    }
    removal={{
      id: `remove-${webhook.id}`,
      verb: 'Remove',
      question: `Remove “${webhook.name}”?`,
      consequence:
        'Nothing more is posted to it. Its signing secret and its recent deliveries are deleted. This cannot be undone.',
      confirm: 'Remove webhook',
      action: remove,
      name: 'webhook',
      value: webhook.id,
    }}
  >
    {webhook.disabledAt !== null && (
      <Notice kind="bad">
        Disabled on {webhook.disabledAt.toISOString().slice(0, 10)}, after a day of failed deliveries.
      </Notice>
    )}
    {webhook.secret !== null && (
      <details>
        <summary>{t('Signing secret')}</summary>
        <Copyable value={webhook.secret} label={`the signing secret of ${webhook.name}`} />
      </details>
    )}
    <details>
      <summary>{t('Recent deliveries')}</summary>
      {log.length === 0 ? <p class="muted">{t('None yet.')}</p> : <Log log={log} />}
    </details>
  </Item>
);

const Action: FC<{ path: string; webhook: Webhook; label: string }> = ({ path, webhook: { id, name }, label }) => (
  <ActionButton action={path} name="webhook" value={id}>
    {label}
    <span class="visually-hidden"> {name}</span>
  </ActionButton>
);

const Log: FC<{ log: readonly LoggedDelivery[] }> = ({ log }) => (
  <ul class="bullets">
    {log.map(({ kind, createdAt, state, attempts, failure }) => (
      <li>
        <time datetime={createdAt.toISOString()}>{createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>
        {`: ${KINDS[kind] ?? kind}. ${STATES[state]}`}
        {attempts > 1 && ` after ${attempts} attempts`}
        {failure !== null && `. ${failure}`}.
      </li>
    ))}
  </ul>
);
