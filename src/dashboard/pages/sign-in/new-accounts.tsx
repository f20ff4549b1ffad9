import { type Context, Hono } from 'hono';
import type { Child, FC } from 'hono/jsx';
import { z } from 'zod';
import { type Account, hasAccounts, storedEmail } from '../../../accounts/accounts.js';
import { createAccount, createFirstAccount, type NewAccount } from '../../../accounts/create-account.js';
import { chooseRotation } from '../../../collect/visitors/chosen-rotation.js';
import { ROTATIONS, VISITOR_ID, type VisitorIdRotation } from '../../../collect/visitors/rotation.js';
import { AppError } from '../../../lib/errors.js';
import { valid } from '../../../lib/validation.js';
import { html } from '../../answer.js';
import type { DashboardDeps, SignInGuesses } from '../../deps.js';
import { toFieldErrors } from '../../ui/field-errors.js';
import { Button, Field, type FieldErrors, Form } from '../../ui/form.js';
import { NewPasswordField } from '../../ui/new-password-field.js';
import { type SentForm, sentForm } from '../../ui/sent-form.js';
import { VisitorIdChoice, VisitorIds } from '../../ui/visitor-ids.js';
import { letIn } from './entrance.js';
import { mailLink } from './mail-link.js';
import { SignInLayout } from './sign-in-layout.js';

/** Serves `/welcome`, which creates the owner's account if none ever existed, and `/signup` for others, if allowed. */
export function newAccountRoutes(deps: DashboardDeps, guesses: SignInGuesses): Hono {
  const { db, now, visitorIdRotation: configured } = deps;
  const routes = new Hono();

  routes.get('/welcome', async (context) => {
    if (await hasAccounts(db)) return context.redirect('/login', 303);
    return html(
      context,
      deps.installation.hadAccounts ? <LostAccountsPage /> : <WelcomePage configured={configured} />,
    );
  });
  routes.post('/welcome', async (context) => {
    if (deps.installation.hadAccounts && !(await hasAccounts(db))) return html(context, <LostAccountsPage />, 403);
    const form = await sentForm(context.req);
    const rotation = form.text(ROTATION) || ROTATIONS[0];
    return join(
      context,
      form,
      (given) => createOwner(given, rotation),
      (props) => <WelcomePage {...props} configured={configured} rotation={rotation} />,
    );
  });

  /** Creates the first account, and stores how visitors are recognized before there is anything to count. */
  async function createOwner(given: NewAccount, rotation: string): Promise<Account | undefined> {
    const chosen = valid(rotationShape, rotation, ROTATION);
    return db.transaction(async (tx) => {
      const account = await createFirstAccount(tx, given, now());
      if (account !== undefined && configured === undefined) await chooseRotation(tx, chosen);
      return account;
    });
  }

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
    return join(context, await sentForm(context.req), create, SignupPage);
  });

  function requireSignup(): void {
    if (!deps.allowSignup) throw new AppError('not_found', ['Not found']);
  }

  async function join(
    context: Context,
    form: SentForm,
    create: (given: NewAccount) => Promise<Account | undefined>,
    Again: FC<FormProps>,
  ): Promise<Response> {
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

const ROTATION = 'visitorIdRotation';

const rotationShape = z.enum(ROTATIONS, { error: `must be one of ${ROTATIONS.join(', ')}` });

interface FormProps {
  readonly email?: string;
  readonly errors?: FieldErrors;
}

const WelcomePage: FC<FormProps & WelcomeProps> = ({ configured, rotation = ROTATIONS[0], ...props }) => (
  <SignInLayout title="Welcome to Footfall" lead="Create the owner account.">
    <NewAccountForm
      {...props}
      action="/welcome"
      fields={
        configured === undefined && (
          <VisitorIdChoice name={ROTATION} chosen={rotation} error={props.errors?.[ROTATION]} />
        )
      }
    />
    <div class="visitor-ids">
      {configured === undefined ? (
        <>
          <p>{VISITOR_ID}</p>
          <p class="muted">
            To change your choice later, set <code>VISITOR_ID_ROTATION</code>. Every visitor then counts as new once.
          </p>
        </>
      ) : (
        <>
          <VisitorIds rotation={configured} />
          <p class="muted">
            This is set by <code>VISITOR_ID_ROTATION={configured}</code>.
          </p>
        </>
      )}
    </div>
  </SignInLayout>
);

interface WelcomeProps {
  /** `VISITOR_ID_ROTATION`, in place of a choice. */
  readonly configured: VisitorIdRotation | undefined;
  /** The choice. */
  readonly rotation?: string;
}

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

interface NewAccountFormProps extends FormProps {
  readonly action: string;
  /** Further fields. */
  readonly fields?: Child;
  readonly children?: Child;
}

const NewAccountForm: FC<NewAccountFormProps> = ({ email, errors, action, fields, children }) => (
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
    {fields}
    <Button>Create account</Button>
    {children}
  </Form>
);
