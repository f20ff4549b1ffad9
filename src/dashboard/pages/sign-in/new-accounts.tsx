import type { Child, FC } from 'hono/jsx';
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
import { Button, Field, Form, type ShownForm } from '../../ui/form.js';
import { NewPasswordField } from '../../ui/new-password-field.js';
import { code, rich } from '../../ui/rich.js';
import { VisitorIdChoice, VisitorIds } from '../../ui/visitor-ids.js';
import { letIn } from './entrance.js';
import { mailLink } from './mail-link.js';
import { SignInLayout } from './sign-in-layout.js';

const rotationShape = z.enum(ROTATIONS, {
  error: () => t('must be one of {values}', { values: ROTATIONS.join(', ') }),
});

const createOwner = publicForm({
  path: '',
  read: (sent) => ({
    ...sent.texts('email', 'password'),
    visitorIdRotation: sent.text('visitorIdRotation') || ROTATIONS[0],
  }),
  submit: async (owner, visit) => {
    const { db, now, installation, visitorIdRotation } = visit.deps;
    if (installation.hadAccounts && !(await hasAccounts(db))) return html(visit.context, <LostAccountsPage />, 403);
    const chosen = valid(rotationShape, owner.visitorIdRotation, 'visitorIdRotation');
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
  read: (sent) => sent.texts('email', 'password'),
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
        <NewAccountForm form={form} fields={configured === undefined && <VisitorIdChoice form={form} />} />
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
        <NewAccountForm form={form}>
          <p class="row login-more">
            <a href="/login">{t('Sign in instead')}</a>
          </p>
        </NewAccountForm>
      </SignInLayout>
    );
  },
};

interface NewAccountFormProps {
  readonly form: ShownForm<{ readonly email: string; readonly password: string }>;
  readonly fields?: Child;
  readonly children?: Child;
}

const NewAccountForm: FC<NewAccountFormProps> = ({ form, fields, children }) => (
  <Form form={form}>
    <Field form={form} name="email" label={t('Email')} type="email" autocomplete="username" required autofocus />
    <NewPasswordField form={form} name="password" label={t('Password')} />
    {fields}
    <Button>{t('Create account')}</Button>
    {children}
  </Form>
);
