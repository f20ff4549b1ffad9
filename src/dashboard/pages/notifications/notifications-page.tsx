import { t } from '../../../lib/language/translate.js';
import { Done, type PageRoute, type Section } from '../../page-route.js';
import { FormError, Notice } from '../../ui/form.js';
import { Page } from '../../ui/page.js';
import { code, rich } from '../../ui/rich.js';
import { emails, saveEmails } from './emails.js';
import { recipientForms, recipients } from './recipients.js';
import { samples, sendSample } from './samples.js';
import { testWebhook, webhookForms, webhooks } from './webhooks.js';

const SECTIONS: readonly Section<'website'>[] = [emails, recipients, samples, webhooks];

/** `/websites/:id/notifications` */
export const notificationsPage: PageRoute<'website'> = {
  path: '/websites/:id/notifications',
  access: 'website',
  forms: [saveEmails, ...recipientForms, sendSample, ...webhookForms],
  show: async (visit) => {
    const { viewer, website, deps } = visit;
    return (
      <Page
        title={t('Notifications: {name}', { name: website.name })}
        viewer={viewer}
        website={website}
        current="notifications"
        scripts={['websites']}
      >
        <div class="notices" id="notices">
          <Done visit={visit} />
          <FormError errors={visit.of(sendSample).errors} />
          <FormError errors={visit.of(testWebhook).errors} />
          {!deps.mailer.delivers && (
            <Notice>
              {rich('Emails are off: no mail server is set up. Set <code>SMTP_URL</code> and <code>MAIL_FROM</code>.', {
                code,
              })}
            </Notice>
          )}
        </div>
        {await Promise.all(SECTIONS.map((section) => section(visit)))}
      </Page>
    );
  },
};
