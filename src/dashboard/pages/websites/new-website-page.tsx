import type { FC } from 'hono/jsx';
import { PLAN_NAME } from '../../../accounts/plan.js';
import { AppError } from '../../../lib/errors.js';
import { t } from '../../../lib/language/translate.js';
import { unicodeHost } from '../../../lib/unicode-host.js';
import { valid } from '../../../lib/validation.js';
import { createWebsite } from '../../../websites/create-website.js';
import { newWebsite, normalizeDomain } from '../../../websites/settings.js';
import { FormRefusal, type FormValues, type PageRoute, viewerForm } from '../../page-route.js';
import { Field, line, type ShownForm } from '../../ui/fields.js';
import { ButtonLink, Form, Notice, SubmitOrCancel } from '../../ui/form.js';
import { Page } from '../../ui/page.js';
import { TimeZoneSelect, timeZone } from '../../ui/time-zone-select.js';

const addWebsite = viewerForm({
  path: '',
  fields: {
    domain: line('Domain', {
      hint: 'Subdomains are included. https:// and www. are removed.',
      placeholder: 'shop.example',
      inputmode: 'url',
      autocomplete: 'off',
      spellcheck: false,
      required: true,
      autofocus: true,
    }),
    name: line('Name (optional)', {
      hint: 'The domain, if you leave it empty.',
      placeholder: () => t('Shop'),
      autocomplete: 'off',
      maxlength: 100,
    }),
    timezone: timeZone,
  },
  submit: async (text, { viewer, context, deps: { services, now } }) => {
    const settings = valid(newWebsite, { ...text, name: text.name.trim() || nameByDomain(text.domain) });
    try {
      const { id } = await createWebsite(services.websites, viewer.id, settings, services.plan, now());
      return context.redirect(`/websites/${id}/snippet`, 303);
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.kind !== 'forbidden') throw thrown;
      const limit = { plan: PLAN_NAME, count: services.plan.websites };
      throw new FormRefusal({ '': t('Website limit reached: the plan {plan} allows {count}.', limit) }, 403);
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
      <Page title={t('Add a website')} viewer={viewer} scripts={['websites']}>
        <div class="narrow">
          <div class="row page-head">
            <h1>{t('Add a website')}</h1>
          </div>
          <div class="card">
            {isFull ? <Full limit={plan.websites} /> : <NewWebsiteForm form={form} now={deps.now()} />}
          </div>
        </div>
      </Page>
    );
  },
};

const NewWebsiteForm: FC<{ form: ShownForm<FormValues<typeof addWebsite>>; now: number }> = ({ form, now }) => (
  <Form form={form}>
    <Field form={form} name="domain" />
    <Field form={form} name="name" />
    <TimeZoneSelect form={form} guess={form.values === undefined} now={now} />
    <SubmitOrCancel cancel="/websites">{t('Add website')}</SubmitOrCancel>
  </Form>
);

const Full: FC<{ limit: number }> = ({ limit }) => (
  <div class="stack">
    <Notice kind="bad">{t('You have reached your plan’s limit of {limit} websites.', { limit })}</Notice>
    <p class="muted">{t('Delete a website you no longer need, or ask your administrator to raise the limit.')}</p>
    <div class="row">
      <ButtonLink href="/websites" kind="quiet">
        {t('Back to websites')}
      </ButtonLink>
    </div>
  </div>
);
