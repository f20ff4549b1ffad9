import type { FC } from 'hono/jsx';
import { AppError } from '../../../lib/errors.js';
import { unicodeHost } from '../../../lib/unicode-host.js';
import { valid } from '../../../lib/validation.js';
import { createWebsite } from '../../../websites/create-website.js';
import { newWebsite, normalizeDomain } from '../../../websites/settings.js';
import { FormRefusal, type PageRoute, type ShownForm, viewerForm } from '../../page-route.js';
import { Button, ButtonLink, Field, Form, Notice } from '../../ui/form.js';
import { Page } from '../../ui/page.js';
import { TimeZoneSelect } from '../../ui/time-zone-select.js';

const addWebsite = viewerForm({
  path: '',
  read: (sent) => ({ name: sent.text('name'), domain: sent.text('domain'), timezone: sent.text('timezone') }),
  submit: async (text, { viewer, context, deps: { services, now } }) => {
    const settings = valid(newWebsite, { ...text, name: text.name.trim() || nameByDomain(text.domain) });
    try {
      const { id } = await createWebsite(services.websites, viewer.id, settings, services.plan, now());
      return context.redirect(`/websites/${id}/snippet`, 303);
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.kind !== 'forbidden') throw thrown;
      throw new FormRefusal({ '': `${thrown.message}.` }, 403);
    }
  },
});

/** For a website without a name. */
const nameByDomain = (typed: string): string =>
  [...unicodeHost(normalizeDomain(typed) ?? 'Website')].slice(0, 100).join('');

/** `/websites/new` */
export const newWebsitePage: PageRoute<'viewer'> = {
  path: '/websites/new',
  access: 'viewer',
  forms: [addWebsite],
  show: async (visit) => {
    const { viewer, deps } = visit;
    const { plan, reader } = deps.services;
    const form = visit.of(addWebsite);
    const isFull = form.values === undefined && (await reader.count(viewer.id)) >= plan.websites;
    return (
      <Page title="Add a website" viewer={viewer} scripts={['websites']}>
        <div class="narrow">
          <div class="row page-head">
            <h1>Add a website</h1>
          </div>
          <div class="card">{isFull ? <Full limit={plan.websites} /> : <NewWebsiteForm {...form} />}</div>
        </div>
      </Page>
    );
  },
};

interface NewWebsiteText {
  readonly name: string;
  readonly domain: string;
  readonly timezone: string;
}

const NewWebsiteForm: FC<ShownForm<NewWebsiteText>> = ({ action, values, errors }) => (
  <Form action={action} errors={errors}>
    <Field
      name="domain"
      label="Domain"
      value={values?.domain}
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
      value={values?.name}
      error={errors.name}
      hint="The domain, if you leave it empty."
      placeholder="Shop"
      autocomplete="off"
      maxlength={100}
    />
    <TimeZoneSelect value={values?.timezone ?? 'UTC'} error={errors.timezone} guess={values === undefined} />
    <div class="row">
      <Button>Add website</Button>
      <ButtonLink href="/websites" kind="quiet">
        Cancel
      </ButtonLink>
    </div>
  </Form>
);

const Full: FC<{ limit: number }> = ({ limit }) => (
  <div class="stack">
    <Notice kind="bad">You have reached your plan’s limit of {limit} websites.</Notice>
    <p class="muted">Delete a website you no longer need, or ask your administrator to raise the limit.</p>
    <div class="row">
      <ButtonLink href="/websites" kind="quiet">
        Back to websites
      </ButtonLink>
    </div>
  </div>
);
