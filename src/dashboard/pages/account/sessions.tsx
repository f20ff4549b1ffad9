import {
  endSignInSession,
  endSignInSessions,
  listSignInSessions,
  type SignInSession,
} from '../../../accounts/sign-in-sessions.js';
import { t } from '../../../lib/language/translate.js';
import { signInCookie } from '../../access/private-cookie.js';
import { type Section, viewerForm } from '../../page-route.js';
import { text } from '../../ui/fields.js';
import { ActionButton } from '../../ui/form.js';
import { Ago, Day } from '../../ui/moment.js';
import { hidden, rich } from '../../ui/rich.js';
import { SettingsPart } from '../../ui/settings-part.js';
import { browserText } from '../sign-in/entrance.js';

const endOne = viewerForm({
  path: '/sessions/end',
  fields: { session: text },
  submit: async ({ session }, { viewer, deps }) => {
    await endSignInSession(deps.db, viewer.id, session);
  },
  done: { key: 'session', text: 'Session signed out.' },
});

const endOthers = viewerForm({
  path: '/sessions/end-others',
  submit: async (_, { viewer, context, deps }) => {
    await endSignInSessions(deps.db, viewer.id, context.get('sessionHash'));
  },
  done: { key: 'others', text: 'All other sessions are signed out.' },
});

const endAll = viewerForm({
  path: '/sessions/end-all',
  submit: async (_, { viewer, context, deps }) => {
    await endSignInSessions(deps.db, viewer.id);
    signInCookie(deps.baseUrl).remove(context);
    return context.redirect('/login?left', 303);
  },
});

export const sessionForms = [endOne, endOthers, endAll];

export const sessions: Section<'viewer'> = async (visit) => {
  const { viewer, context, deps } = visit;
  const now = deps.now();
  const own = context.get('sessionHash');
  const found = await listSignInSessions(deps.db, viewer.id, now);
  return (
    <SettingsPart
      id="sessions-part"
      title={t('Sessions')}
      about={t('Where you are signed in. Sessions expire after 30 days of inactivity.')}
    >
      <ul class="divided sessions">
        {ownFirst(found, own).map((session) => (
          <li>
            <div>
              <strong>{browserText(session.browser)}</strong>
              <p class="muted">
                {rich('Signed in on {day}', { day: <Day at={session.createdAt} /> })} ·{' '}
                {session.hash === own
                  ? t('Active now')
                  : rich('Last active {time}', { time: <Ago at={session.lastUsedAt} now={now} /> })}
              </p>
            </div>
            {session.hash === own ? (
              <span class="chip chip-good">{t('This device')}</span>
            ) : (
              <ActionButton action={visit.of(endOne).action} name="session" value={session.hash} small>
                {rich('Sign out<hidden> {browser}</hidden>', {
                  browser: browserText(session.browser),
                  hidden,
                })}
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      <div class="row">
        {found.length > 1 && (
          <ActionButton action={visit.of(endOthers).action}>{t('Sign out everywhere else')}</ActionButton>
        )}
        <ActionButton action={visit.of(endAll).action}>{t('Sign out everywhere')}</ActionButton>
      </div>
    </SettingsPart>
  );
};

const ownFirst = (found: readonly SignInSession[], own: string): readonly SignInSession[] =>
  found.toSorted((a, b) => Number(b.hash === own) - Number(a.hash === own));
