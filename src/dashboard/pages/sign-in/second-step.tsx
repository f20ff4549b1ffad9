import { checkSecondFactor } from '../../../accounts/two-factor.js';
import { t } from '../../../lib/language/translate.js';
import { ownPath } from '../../access/viewer.js';
import { FormRefusal, type PageRoute, publicForm } from '../../page-route.js';
import { Field, line } from '../../ui/fields.js';
import { Button, Form } from '../../ui/form.js';
import { expiredPath, letIn, nextPath } from './entrance.js';
import { pendingSignIn } from './pending-sign-in.js';
import { SignInLayout } from './sign-in-layout.js';

const enterCode = publicForm({
  path: '',
  fields: {
    code: line('Two-factor code', {
      hint: '6-digit code, or one of your recovery codes.',
      autocomplete: 'one-time-code',
      maxlength: 40,
      spellcheck: false,
      required: true,
      autofocus: true,
    }),
    next: nextPath,
  },
  submit: async ({ code, next }, { context, deps }) => {
    const { codes } = deps.guesses;
    const pending = pendingSignIn(deps);
    const account = await pending.find(context);
    if (account === undefined) return context.redirect(expiredPath(next), 303);
    await codes.count(context, account.email);
    if (!(await checkSecondFactor(deps.db, account.id, code, deps.now()))) {
      throw new FormRefusal({ code: t('That code is incorrect or expired.') });
    }
    await codes.forgive(context, account.email);
    pending.end(context);
    return letIn(deps, context, account, next);
  },
});

/** `/login/two-factor`, which asks for the code within five minutes of the right password. */
export const secondStepPage: PageRoute<'anyone'> = {
  path: '/login/two-factor',
  access: 'anyone',
  forms: [enterCode],
  show: async (visit) => {
    const { context, deps } = visit;
    const form = visit.of(enterCode);
    const next = form.values?.next ?? ownPath(context.req.query('next'));
    if ((await pendingSignIn(deps).find(context)) === undefined) return context.redirect(expiredPath(next), 303);
    return (
      <SignInLayout title={t('Two-factor authentication')} lead={t('Enter the code from your authenticator app.')}>
        <Form form={form}>
          <Field form={form} name="code" />
          <input type="hidden" name="next" value={next} />
          <Button>{t('Sign in')}</Button>
          <p class="row login-more">
            <a href={`/login?${new URLSearchParams({ next })}`}>{t('Sign in as someone else')}</a>
          </p>
        </Form>
      </SignInLayout>
    );
  },
};
