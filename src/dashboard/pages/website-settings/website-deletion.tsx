import { unicodeHost } from '../../../lib/unicode-host.js';
import { FormRefusal, type Section, websiteForm } from '../../page-route.js';
import { Button, Field, Form } from '../../ui/form.js';
import { SettingsPart } from '../../ui/settings-part.js';

export const deleteWebsite = websiteForm({
  path: '/delete',
  anchor: 'delete',
  read: (sent) => ({ typed: sent.text('typedDomain') }),
  submit: async ({ typed }, { website, context, deps }) => {
    if (!isDomain(website.domain, typed)) {
      throw new FormRefusal({ typed: `Not deleted: enter ${unicodeHost(website.domain)} exactly as shown.` });
    }
    await deps.services.deleteWebsite(website);
    return context.redirect('/websites?done=deleted', 303);
  },
});

/** In ASCII or Unicode. */
const isDomain = (domain: string, typed: string): boolean =>
  [domain, unicodeHost(domain)].includes(typed.trim().toLowerCase().normalize());

/** Deletes only after the domain is typed. */
export const websiteDeletion: Section<'website'> = async (visit) => {
  const { action, values, errors } = visit.of(deleteWebsite);
  const domain = unicodeHost(visit.website.domain);
  return (
    <SettingsPart
      id="delete"
      title="Delete website"
      about="Deletes its events and statistics, shared links, webhooks, recipients and scheduled export. This cannot be undone."
    >
      <div data-must-equal={domain}>
        <Form action={action}>
          <Field
            name="typedDomain"
            label={`Enter ${domain} to confirm`}
            hint="The button below works once the domain matches."
            value={values?.typed}
            error={errors.typed}
            autocomplete="off"
            spellcheck={false}
          />
          <Button kind="danger">Delete website</Button>
        </Form>
      </div>
    </SettingsPart>
  );
};
