import { inLanguage } from '../../../lib/language/language.js';
import { type Text, t } from '../../../lib/language/translate.js';
import { emailLanguage } from '../../../notifications/email-language.js';
import { type Email, withImages } from '../../../notifications/mail/mailer.js';
import { sampleEmail } from '../../../notifications/sample-email.js';
import type { Topic } from '../../../notifications/topics.js';
import { FormRefusal, type PageRoute, type Section, type Visit, websiteForm } from '../../page-route.js';
import { text } from '../../ui/fields.js';
import { ActionButton, ButtonLink } from '../../ui/form.js';
import { hidden, rich } from '../../ui/rich.js';
import { SettingsPart } from '../../ui/settings-part.js';
import { countSent, sendNow } from './sending.js';
import { requireTopic } from './topics.js';

interface Sample {
  readonly topic: Topic;
  readonly label: Text;
  /** Of the buttons. What screen readers alone get is in `<hidden>`. */
  readonly preview: Text;
  readonly test: Text;
}

const SAMPLES: readonly Sample[] = [
  {
    topic: 'weekly-summary',
    label: 'Weekly summary',
    preview: 'Preview<hidden> of the weekly summary</hidden>',
    test: 'Send a test<hidden> of the weekly summary</hidden>',
  },
  {
    topic: 'traffic-alert',
    label: 'Traffic alert',
    preview: 'Preview<hidden> of the traffic alert</hidden>',
    test: 'Send a test<hidden> of the traffic alert</hidden>',
  },
];

/** Allows only inlined styles and the email's own images. */
const EMAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";

/** In the language of the emails that jobs write. */
const readSample = ({ viewer, website, deps }: Visit<'website'>, topic: Topic): Promise<Email> =>
  inLanguage(emailLanguage(viewer.language), () =>
    sampleEmail({ ...deps, clickhouse: deps.services.clickhouse }, website, topic, viewer.email, deps.now()),
  );

export const sendSample = websiteForm({
  path: '/test',
  fields: { topic: text },
  submit: async ({ topic: text }, visit) => {
    const topic = requireTopic(text);
    if (!visit.deps.mailer.delivers) throw new FormRefusal({}, 409);
    await countSent(visit);
    await sendNow(visit.deps, await readSample(visit, topic));
  },
  done: { key: 'tested', text: 'Test email sent.', at: 'notices' },
});

/** `/websites/:id/notifications/preview/:topic` */
export const emailPreview: PageRoute<'website'> = {
  path: '/websites/:id/notifications/preview/:topic',
  access: 'website',
  show: async (visit) => {
    const { context } = visit;
    const email = await readSample(visit, requireTopic(context.req.param('topic') ?? ''));
    context.header('Content-Type', 'text/html; charset=UTF-8');
    context.header('Content-Security-Policy', EMAIL_POLICY);
    context.header('Cache-Control', 'no-store');
    return context.body(withImages(email));
  },
};

/** Previews, and buttons that send a sample to the viewer. */
export const samples: Section<'website'> = async (visit) => {
  const { viewer, path, deps } = visit;
  const { delivers } = deps.mailer;
  return (
    <SettingsPart
      id="samples"
      title={t('Preview')}
      about={t(
        "Each email with your data: the summary of last week, and an alert about yesterday's busiest half hour.",
      )}
    >
      {SAMPLES.map(({ topic, label, preview, test }) => (
        <div class="row email-sample">
          <strong>{t(label)}</strong>
          <ButtonLink kind="quiet" href={`${path}/preview/${topic}`}>
            {rich(preview, { hidden })}
          </ButtonLink>
          {delivers && (
            <ActionButton action={visit.of(sendSample).action} name="topic" value={topic}>
              {rich(test, { hidden })}
            </ActionButton>
          )}
        </div>
      ))}
      <p class="muted small">
        {delivers ? t('The test is sent only to {email}.', { email: viewer.email }) : t('Tests need a mail server.')}
      </p>
    </SettingsPart>
  );
};
