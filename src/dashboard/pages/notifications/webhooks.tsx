import type { FC } from 'hono/jsx';
import type { Topic } from '../../../notifications/topics.js';
import type { LoggedDelivery, Webhook } from '../../../notifications/webhooks/webhooks.js';
import type { Website } from '../../../websites/website.js';
import { ConfirmDialog, ConfirmLink } from '../../ui/confirm.js';
import { Copyable } from '../../ui/copy.js';
import { Button, Checkbox, Field, type FieldErrors, Form, Notice } from '../../ui/form.js';
import { SettingsPart } from '../../ui/settings-part.js';

/** The typed contents of the form for a new webhook. */
export interface WebhookText {
  readonly name: string;
  readonly format: string;
  readonly url: string;
  readonly topics: readonly string[];
  readonly errors: FieldErrors;
}

export const EMPTY_WEBHOOK: WebhookText = {
  name: '',
  format: 'slack',
  url: '',
  topics: ['weekly-summary', 'traffic-alert'],
  errors: {},
};

/** A webhook with its last deliveries. */
export interface ShownWebhook {
  readonly webhook: Webhook;
  readonly log: readonly LoggedDelivery[];
}

const FORMATS = [
  ['slack', 'Slack-compatible'],
  ['discord', 'Discord-compatible'],
  ['json', 'Signed JSON (Standard Webhooks)'],
] as const;

const TOPICS: readonly (readonly [Topic, string])[] = [
  ['weekly-summary', 'Weekly summary'],
  ['traffic-alert', 'Traffic alerts'],
];

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

/** Renders a website's webhooks with their logs, and a form for a new one. */
export const Webhooks: FC<{ website: Website; shown: readonly ShownWebhook[]; text: WebhookText }> = (props) => {
  const { website, shown, text } = props;
  const path = `/websites/${website.id}/notifications/webhooks`;
  return (
    <SettingsPart
      id="webhooks"
      title="Webhooks"
      about="Posts the same notices to another service, whether or not emails are on."
    >
      {shown.length > 0 && (
        <ul class="shared-links">
          {shown.map((each) => (
            <WebhookItem {...each} path={path} />
          ))}
        </ul>
      )}
      <p>
        Signed JSON has all figures of a notice: the <a href="/api/docs#webhooks">API reference</a> has its fields, with
        examples.
      </p>
      <Form id="new-webhook" action={`${path}#new-webhook`} errors={text.errors}>
        <h3>Add webhook</h3>
        <Field
          name="name"
          label="Name"
          value={text.name}
          error={text.errors.name}
          autocomplete="off"
          maxlength={100}
          required
        />
        <div class="field">
          <label for="format">Format</label>
          <select id="format" name="format">
            {FORMATS.map(([value, label]) => (
              <option value={value} selected={value === text.format}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <Field
          name="url"
          label="URL"
          value={text.url}
          error={text.errors.url}
          inputmode="url"
          autocomplete="off"
          spellcheck={false}
          maxlength={2000}
          required
        />
        {text.errors.topics !== undefined && <Notice kind="bad">Choose at least one notice.</Notice>}
        {TOPICS.map(([topic, label]) => (
          <Checkbox name={topic} label={label} checked={text.topics.includes(topic)} />
        ))}
        <Button kind="quiet">Add webhook</Button>
      </Form>
    </SettingsPart>
  );
};

const WebhookItem: FC<ShownWebhook & { path: string }> = ({ webhook, log, path }) => (
  <li class="shared-link">
    <div class="shared-link-head">
      <h3>{webhook.name}</h3>
      {webhook.disabledAt !== null && <span class="chip">Disabled</span>}
      <small class="muted">
        {new URL(webhook.url).host} · {webhook.topics.map((topic) => new Map(TOPICS).get(topic)).join(', ')}
      </small>
      <Action path={`${path}/test`} id={webhook.id} label="Send a test" name={webhook.name} />
      {webhook.disabledAt !== null && (
        <Action path={`${path}/enable`} id={webhook.id} label="Enable" name={webhook.name} />
      )}
      <ConfirmLink dialog={`remove-${webhook.id}`} kind="quiet">
        Remove<span class="visually-hidden"> {webhook.name}</span>
      </ConfirmLink>
    </div>
    <ConfirmDialog
      id={`remove-${webhook.id}`}
      title={`Remove “${webhook.name}”?`}
      action={`${path}/remove`}
      consequence="Nothing more is posted to it. Its signing secret and its recent deliveries are deleted. This cannot be undone."
    >
      <input type="hidden" name="webhook" value={webhook.id} />
      <Button kind="danger">Remove webhook</Button>
    </ConfirmDialog>
    {webhook.disabledAt !== null && (
      <Notice kind="bad">
        Disabled on {webhook.disabledAt.toISOString().slice(0, 10)}, after a day of failed deliveries.
      </Notice>
    )}
    {webhook.secret !== null && (
      <details>
        <summary>Signing secret</summary>
        <Copyable value={webhook.secret} label={`the signing secret of ${webhook.name}`} />
      </details>
    )}
    <details>
      <summary>Recent deliveries</summary>
      {log.length === 0 ? <p class="muted">None yet.</p> : <Log log={log} />}
    </details>
  </li>
);

const Action: FC<{ path: string; id: string; label: string; name: string }> = ({ path, id, label, name }) => (
  <Form action={path} class="row">
    <input type="hidden" name="webhook" value={id} />
    <Button kind="quiet">
      {label}
      <span class="visually-hidden"> {name}</span>
    </Button>
  </Form>
);

const Log: FC<{ log: readonly LoggedDelivery[] }> = ({ log }) => (
  <ul>
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
