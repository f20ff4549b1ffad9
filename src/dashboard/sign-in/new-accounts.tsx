import { type Context, Hono } from 'hono';
import type { Child, FC } from 'hono/jsx';
import { type Account, hasAccounts, storedEmail } from '../../accounts/accounts.js';
import { createAccount, createFirstAccount, type NewAccount } from '../../accounts/create-account.js';
import { AppError } from '../../lib/errors.js';
import type { VisitorIdRotation } from '../../visitors/rotation.js';
import { html } from '../answer.js';
import type { DashboardDeps } from '../deps.js';
import { toFieldErrors } from '../field-errors.js';
import { Button, Field, type FieldErrors, Form } from '../form.js';
import { NewPasswordField } from '../new-password-field.js';
import { sentForm } from '../sent-form.js';
import { VisitorIds } from '../visitor-ids.js';
import { letIn } from './entrance.js';
import type { SignInGuesses } from './guesses.js';
import { mailLink } from './mail-link.js';
import { SignInLayout } from './sign-in-layout.js';

/** Serves `/welcome`, which creates the owner's account if none ever existed, and `/signup` for others, if allowed. */
export function newAccountRoutes(deps: DashboardDeps, guesses: SignInGuesses): Hono {
  const { db, now, visitorIdRotation: rotation } = deps;
  const routes = new Hono();

  routes.get('/welcome', async (context) => {
    if (await hasAccounts(db)) return context.redirect('/login', 303);
    return html(context, deps.installation.hadAccounts ? <LostAccountsPage /> : <WelcomePage rotation={rotation} />);
  });
  routes.post('/welcome', async (context) => {
    if (deps.installation.hadAccounts && !(await hasAccounts(db))) return html(context, <LostAccountsPage />, 403);
    const create = (given: NewAccount) => createFirstAccount(db, given, now());
    return join(context, create, (props) => <WelcomePage {...props} rotation={rotation} />);
  });

  routes.get('/signup', (context) => {
    requireSignup();
    return html(context, <SignupPage />);
  });
  routes.post('/signup', async (context) => {
    requireSignup();
    const create = async (given: NewAccount) => {
      await guesses.signups.count(context, storedEmail(given.email));
      return createAccount(db, given, now());
    };
    return join(context, create, SignupPage);
  });

  function requireSignup(): void {
    if (!deps.allowSignup) throw new AppError('not_found', ['Not found']);
  }

  async function join(
    context: Context,
    create: (given: NewAccount) => Promise<Account | undefined>,
    Again: FC<FormProps>,
  ): Promise<Response> {
    const form = await sentForm(context.req);
    const [email, password] = [form.text('email'), form.text('password')];
    try {
      const account = await create({ email, password });
      if (account === undefined) return context.redirect('/login', 303);
      await deps.installation.recordAccount(account.id);
      if (deps.mailer.delivers) void mailLink(deps, account, 'verify-email');
      return await letIn(deps, context, account);
    } catch (thrown) {
      return html(context, <Again email={email} errors={toFieldErrors(thrown)} />, 400);
    }
  }

  return routes;
}

interface FormProps {
  readonly email?: string;
  readonly errors?: FieldErrors;
}

/** Says how visitors are recognized before anything is collected: later, another rotation makes every visitor a new one. */
const WelcomePage: FC<FormProps & { rotation: VisitorIdRotation }> = ({ rotation, ...props }) => (
  <SignInLayout title="Welcome to Footfall" lead="Create the owner account.">
    <NewAccountForm {...props} action="/welcome" />
    <div class="visitor-ids">
      <VisitorIds rotation={rotation} />
      <p class="muted">
        To change that, start with <code>VISITOR_ID_ROTATION</code> set to <code>never</code>, <code>monthly</code> or{' '}
        <code>daily</code>, best before the first visit.
      </p>
    </div>
  </SignInLayout>
);

/** A stranger must not become the owner of an installation whose accounts were lost. */
const LostAccountsPage: FC = () => (
  <SignInLayout title="This installation already has an owner" lead="But its accounts are missing.">
    <p>
      Create the first account on the server: <code>footfall account create --email you@example.com</code>
    </p>
  </SignInLayout>
);

const SignupPage: FC<FormProps> = (props) => (
  <SignInLayout title="Create an account">
    <NewAccountForm {...props} action="/signup">
      <p class="login-more">
        <a href="/login">Sign in instead</a>
      </p>
    </NewAccountForm>
  </SignInLayout>
);

const NewAccountForm: FC<FormProps & { action: string; children?: Child }> = ({ email, errors, action, children }) => (
  <Form action={action} errors={errors}>
    <Field
      name="email"
      label="Email"
      type="email"
      autocomplete="username"
      value={email}
      error={errors?.email}
      required
      autofocus
    />
    <NewPasswordField name="password" label="Password" error={errors?.password} />
    <Button>Create account</Button>
    {children}
  </Form>
);
