import type { Child, FC } from 'hono/jsx';
import { listFormat } from '../../../lib/language/formats.js';
import { type Text, t } from '../../../lib/language/translate.js';
import { deliveryFailureText } from '../../../notifications/failures.js';
import type { Topic } from '../../../notifications/topics.js';
import type { LoggedDelivery, Webhook } from '../../../notifications/webhooks/webhooks.js';
import { Copyable } from '../../ui/copy.js';
import { ActionButton, Notice } from '../../ui/form.js';
import { Item } from '../../ui/item.js';
import { rich } from '../../ui/rich.js';

export const webhookTopics: Readonly<Record<Topic, Text>> = {
  'weekly-summary': 'Weekly summary',
  'traffic-alert': 'Traffic alerts',
};

const KINDS: Readonly<Record<string, Text>> = {
  week: 'Weekly summary',
  'quiet-week': 'Week without visitors',
  spike: 'Spike',
  silence: 'Tracking stopped',
};

/** After one attempt or none, and after several. */
const STATES: Readonly<Record<LoggedDelivery['state'], { readonly once: Text; readonly later: Text }>> = {
  waiting: { once: 'Waiting', later: 'Waiting after {count} attempts' },
  sent: { once: 'Delivered', later: 'Delivered after {count} attempts' },
  'given-up': { once: 'Failed', later: 'Failed after {count} attempts' },
  dropped: { once: 'Not sent', later: 'Not sent after {count} attempts' },
};

const list = listFormat('unit');

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
          {new URL(webhook.url).host} · {list().format(webhook.topics.map((topic) => t(webhookTopics[topic])))}
        </small>
        <Action path={test} webhook={webhook} label={t('Send a test')} />
        {webhook.disabledAt !== null && <Action path={enable} webhook={webhook} label={t('Enable')} />}
      </>
    }
    removal={{
      id: `remove-${webhook.id}`,
      verb: t('Remove'),
      question: t('Remove “{name}”?', { name: webhook.name }),
      consequence: t(
        'Nothing more is posted to it. Its signing secret and its recent deliveries are deleted. This cannot be undone.',
      ),
      confirm: t('Remove webhook'),
      action: remove,
      name: 'webhook',
      value: webhook.id,
    }}
  >
    {webhook.disabledAt !== null && (
      <Notice kind="bad">
        {t('Disabled on {date}, after a day of failed deliveries.', {
          date: webhook.disabledAt.toISOString().slice(0, 10),
        })}
      </Notice>
    )}
    {webhook.secret !== null && (
      <details>
        <summary>{t('Signing secret')}</summary>
        <Copyable value={webhook.secret} label={t('the signing secret of {name}', { name: webhook.name })} />
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
    {log.map((delivery) => (
      <li>{describeDelivery(delivery)}</li>
    ))}
  </ul>
);

function describeDelivery({ kind, createdAt, state, attempts, failure }: LoggedDelivery): Child {
  const text = KINDS[kind];
  const described = {
    time: <time datetime={createdAt.toISOString()}>{createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>,
    kind: text === undefined ? kind : t(text),
    outcome: attempts > 1 ? t(STATES[state].later, { count: attempts }) : t(STATES[state].once),
  };
  return failure === null
    ? rich('{time}: {kind}. {outcome}.', described)
    : rich('{time}: {kind}. {outcome}. {failure}.', { ...described, failure: deliveryFailureText(failure) });
}
