import type { FC } from 'hono/jsx';
import { z } from 'zod';
import { type Account, hasAccounts, storedEmail } from '../../../accounts/accounts.js';
import { createAccount, createFirstAccount } from '../../../accounts/create-account.js';
import { chooseRotation } from '../../../collect/visitors/chosen-rotation.js';
import { ROTATIONS, VISITOR_ID } from '../../../collect/visitors/rotation.js';
import { AppError } from '../../../lib/errors.js';
import { currentLanguage, type Language } from '../../../lib/language/language.js';
import { t } from '../../../lib/language/translate.js';
import { valid } from '../../../lib/validation.js';
import { html } from '../../answer.js';
import { type PageRoute, publicForm, refuse, type Visit } from '../../page-route.js';
import { newPassword, userName } from '../../ui/credential-fields.js';
import { Field, Fields, radios } from '../../ui/fields.js';
import { Button, Form } from '../../ui/form.js';
import { code, rich } from '../../ui/rich.js';
import { VISITOR_ID_CHOICES, VisitorIds } from '../../ui/visitor-ids.js';
import { letIn } from './entrance.js';
import { mailLink } from './mail-link.js';
import { SignInLayout } from './sign-in-layout.js';

const rotationShape = z.enum(ROTATIONS, {
  error: () => t('must be one of {values}', { values: ROTATIONS.join(', ') }),
});

const CREDENTIALS = { email: userName, password: newPassword('Password') };

const createOwner = publicForm({
  path: '',
  fields: { ...CREDENTIALS, visitorIdRotation: radios('Recognize returning visitors', VISITOR_ID_CHOICES) },
  submit: async (owner, visit) => {
    const { db, now, installation, visitorIdRotation } = visit.deps;
    if (installation.hadAccounts && !(await hasAccounts(db))) return html(visit.context, <LostAccountsPage />, 403);
    const chosen = valid(rotationShape, owner.visitorIdRotation || ROTATIONS[0], 'visitorIdRotation');
    const account = await db.transaction(async (tx) => {
      const created = await createFirstAccount(tx, owner, now(), chosenLanguage());
      // Chosen before there is any event to count.
      if (created !== undefined && visitorIdRotation === undefined) await chooseRotation(tx, chosen);
      return created;
    });
    return account === undefined ? visit.context.redirect('/login', 303) : openAccount(visit, account);
  },
});

const signUp = publicForm({
  path: '',
  fields: CREDENTIALS,
  submit: async (account, visit) => {
    const { db, now, guesses } = visit.deps;
    requireSignup(visit);
    await guesses.signups.count(visit.context, storedEmail(account.email));
    return openAccount(visit, await createAccount(db, account, now(), chosenLanguage()).catch(refuse));
  },
});

function requireSignup({ deps }: Visit<'anyone'>): void {
  if (!deps.allowSignup) throw new AppError('not_found', ['Not found']);
}

/** English is no choice: it is the language of browsers with none of ours, too. */
const chosenLanguage = (): Language | null => (currentLanguage() === 'en' ? null : currentLanguage());

/** Also asks for the email address to be verified, and signs in. */
async function openAccount({ context, deps }: Visit<'anyone'>, account: Account): Promise<Response> {
  await deps.installation.recordAccount(account.id);
  if (deps.mailer.delivers) void mailLink(deps, account, 'verify-email');
  return letIn(deps, context, account);
}

/** `/welcome`, which creates the owner's account if none ever existed. */
export const welcomePage: PageRoute<'anyone'> = {
  path: '/welcome',
  access: 'anyone',
  forms: [createOwner],
  show: async (visit) => {
    const { db, installation, visitorIdRotation: configured } = visit.deps;
    if (await hasAccounts(db)) return visit.context.redirect('/login', 303);
    if (installation.hadAccounts) return <LostAccountsPage />;
    const form = visit.of(createOwner);
    return (
      <SignInLayout title={t('Welcome to Footfall')} lead={t('Create the owner account.')}>
        <Form form={form}>
          <Field form={form} name="email" />
          <Field form={form} name="password" />
          {configured === undefined && <Field form={form} name="visitorIdRotation" value={ROTATIONS[0]} />}
          <Button>{t('Create account')}</Button>
        </Form>
        <div class="stack visitor-ids">
          {configured === undefined ? (
            <>
              <p>{t(VISITOR_ID)}</p>
              <p class="muted">
                {rich(
                  'To change your choice later, set <code>VISITOR_ID_ROTATION</code>. Every visitor then counts as new once.',
                  { code },
                )}
              </p>
            </>
          ) : (
            <>
              <VisitorIds rotation={configured} />
              <p class="muted">
                {rich('This is set by {setting}.', { setting: <code>VISITOR_ID_ROTATION={configured}</code> })}
              </p>
            </>
          )}
        </div>
      </SignInLayout>
    );
  },
};

/** A stranger must not become the owner of an installation whose accounts were lost. */
const LostAccountsPage: FC = () => (
  <SignInLayout title={t('This installation already has an owner')} lead={t('But its accounts are missing.')}>
    <p>
      {rich('Create the first account on the server: {command}', {
        command: <code>footfall account create --email you@example.com</code>,
      })}
    </p>
  </SignInLayout>
);

/** `/signup`, which creates the accounts of others, if allowed. */
export const signUpPage: PageRoute<'anyone'> = {
  path: '/signup',
  access: 'anyone',
  forms: [signUp],
  show: (visit) => {
    requireSignup(visit);
    const form = visit.of(signUp);
    return (
      <SignInLayout title={t('Create an account')}>
        <Form form={form}>
          <Fields form={form} />
          <Button>{t('Create account')}</Button>
          <p class="row login-more">
            <a href="/login">{t('Sign in instead')}</a>
          </p>
        </Form>
      </SignInLayout>
    );
  },
};
