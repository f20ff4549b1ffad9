import { t } from '../../../lib/language/translate.js';
import { unicodeHost } from '../../../lib/unicode-host.js';
import { FormRefusal, type Section, websiteForm } from '../../page-route.js';
import { Field, line } from '../../ui/fields.js';
import { Button, Form } from '../../ui/form.js';
import { SettingsPart } from '../../ui/settings-part.js';

export const deleteWebsite = websiteForm({
  path: '/delete',
  anchor: 'delete',
  fields: {
    typedDomain: line('Enter {domain} to confirm', {
      hint: 'The button below works once the domain matches.',
      autocomplete: 'off',
      spellcheck: false,
    }),
  },
  submit: async ({ typedDomain }, { website, context, deps }) => {
    if (!isDomain(website.domain, typedDomain)) {
      const domain = unicodeHost(website.domain);
      throw new FormRefusal({ typedDomain: t('Not deleted: enter {domain} exactly as shown.', { domain }) });
    }
    await deps.services.deleteWebsite(website);
    return context.redirect('/websites?done=deleted', 303);
  },
  done: { key: 'deleted', text: 'Website deleted, with all of its data.' },
});

/** In ASCII or Unicode. */
const isDomain = (domain: string, typed: string): boolean =>
  [domain, unicodeHost(domain)].includes(typed.trim().toLowerCase().normalize());

/** Deletes only after the domain is typed. */
export const websiteDeletion: Section<'website'> = async (visit) => {
  const form = visit.of(deleteWebsite);
  const domain = unicodeHost(visit.website.domain);
  return (
    <SettingsPart
      id="delete"
      title={t('Delete website')}
      about={t(
        'Deletes its events and statistics, shared links, webhooks, recipients and scheduled export. This cannot be undone.',
      )}
    >
      <div data-must-equal={domain}>
        <Form form={form}>
          <Field form={form} name="typedDomain" label={t('Enter {domain} to confirm', { domain })} />
          <Button kind="danger">{t('Delete website')}</Button>
        </Form>
      </div>
    </SettingsPart>
  );
};
