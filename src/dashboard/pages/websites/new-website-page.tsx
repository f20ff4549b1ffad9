import type { FC } from 'hono/jsx';
import type { Account } from '../../../accounts/accounts.js';
import { Button, ButtonLink, Field, type FieldErrors, Form, Notice } from '../../ui/form.js';
import { Page } from '../../ui/page.js';
import { TimeZoneSelect } from '../../ui/time-zone-select.js';

/** The typed contents of the form. */
export interface NewWebsiteText {
  readonly name: string;
  readonly domain: string;
  /** Undefined before a choice. */
  readonly timezone: string | undefined;
}

export const EMPTY_WEBSITE: NewWebsiteText = { name: '', domain: '', timezone: undefined };

/** Renders `GET /websites/new`. `full` when the plan allows no more websites. */
export const NewWebsitePage: FC<{
  viewer: Account;
  text: NewWebsiteText;
  errors?: FieldErrors;
  full?: string | undefined;
}> = ({ viewer, text, errors = {}, full }) => (
  <Page title="Add a website" viewer={viewer} scripts={['websites']}>
    <div class="narrow">
      <div class="page-head">
        <h1>Add a website</h1>
      </div>
      <div class="card">
        {full === undefined ? <NewWebsiteForm text={text} errors={errors} /> : <Full reason={full} />}
      </div>
    </div>
  </Page>
);

const NewWebsiteForm: FC<{ text: NewWebsiteText; errors: FieldErrors }> = ({ text, errors }) => (
  <Form action="/websites/new" errors={errors}>
    <Field
      name="domain"
      label="Domain"
      value={text.domain}
      error={errors.domain}
      hint="Subdomains are included. https:// and www. are removed."
      placeholder="shop.example"
      inputmode="url"
      autocomplete="off"
      spellcheck={false}
      required
      autofocus
    />
    <Field
      name="name"
      label="Name (optional)"
      value={text.name}
      error={errors.name}
      hint="The domain, if you leave it empty."
      placeholder="Shop"
      autocomplete="off"
      maxlength={100}
    />
    <TimeZoneSelect value={text.timezone ?? 'UTC'} error={errors.timezone} guess={text.timezone === undefined} />
    <div class="row">
      <Button>Add website</Button>
      <ButtonLink href="/websites" kind="quiet">
        Cancel
      </ButtonLink>
    </div>
  </Form>
);

const Full: FC<{ reason: string }> = ({ reason }) => (
  <div class="stack">
    <Notice kind="bad">{reason}.</Notice>
    <p class="muted">Delete a website you no longer need, or ask your administrator to raise the limit.</p>
    <div class="row">
      <ButtonLink href="/websites" kind="quiet">
        Back to websites
      </ButtonLink>
    </div>
  </div>
);
