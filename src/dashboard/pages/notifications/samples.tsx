import { t } from '../../../lib/language/translate.js';
import { type Email, withImages } from '../../../notifications/mail/mailer.js';
import { sampleEmail } from '../../../notifications/sample-email.js';
import type { Topic } from '../../../notifications/topics.js';
import { FormRefusal, type PageRoute, type Section, type Visit, websiteForm } from '../../page-route.js';
import { ActionButton, ButtonLink } from '../../ui/form.js';
import { SettingsPart } from '../../ui/settings-part.js';
import { countSent, sendNow } from './sending.js';
import { requireTopic } from './topics.js';

const TOPICS: readonly (readonly [Topic, string])[] = [
  ['weekly-summary', 'Weekly summary'],
  ['traffic-alert', 'Traffic alert'],
];

/** Allows only inlined styles and the email's own images. */
const EMAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";

const readSample = ({ viewer, website, deps }: Visit<'website'>, topic: Topic): Promise<Email> =>
  sampleEmail({ ...deps, clickhouse: deps.services.clickhouse }, website, topic, viewer.email, deps.now());

export const sendSample = websiteForm({
  path: '/test',
  read: (sent) => sent.text('topic'),
  submit: async (text, visit) => {
    const topic = requireTopic(text);
    if (!visit.deps.mailer.delivers) throw new FormRefusal({}, 409);
    await countSent(visit);
    await sendNow(visit.deps, await readSample(visit, topic));
    return 'done';
  },
  done: { key: 'tested', text: 'Test email sent.', at: 'notices' },
});

/** `/websites/:id/notifications/preview/:topic` */
export const emailPreview: PageRoute<'website'> = {
  path: '/websites/:id/notifications/preview/:topic',
  access: 'website',
  forms: [],
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
      {TOPICS.map(([topic, label]) => (
        <div class="row email-sample">
          <strong>{label}</strong>
          <ButtonLink kind="quiet" href={`${path}/preview/${topic}`}>
            Preview<span class="visually-hidden"> of the {label}</span>
          </ButtonLink>
          {delivers && (
            <ActionButton action={visit.of(sendSample).action} name="topic" value={topic}>
              Send a test<span class="visually-hidden"> of the {label}</span>
            </ActionButton>
          )}
        </div>
      ))}
      <p class="muted small">{delivers ? `The test is sent only to ${viewer.email}.` : 'Tests need a mail server.'}</p>
    </SettingsPart>
  );
};
