import type { Context } from 'hono';
import type { Child, FC } from 'hono/jsx';
import type { FailureAnswer, FailurePage } from '../../http/api/error-map.js';
import { inLanguage } from '../../lib/language/language.js';
import { type Text, t } from '../../lib/language/translate.js';
import { viewerLanguage } from '../access/request-language.js';
import { html } from '../answer.js';
import { isEmbedded } from './embedded.js';
import { ButtonLink } from './form.js';
import { Page } from './page.js';
import { linkTo, rich } from './rich.js';

/** Paths of the API and of assets, which get the failure envelope. */
export const isApiPath = (path: string): boolean => /^\/(api|js|assets|health|metrics|mcp)(\/|$)/.test(path);

/** Keeps the top bar for a signed-in viewer. */
export const failurePage: FailurePage = (context, failure) =>
  isApiPath(context.req.path) ? undefined : inLanguage(viewerLanguage(context), () => showFailure(context, failure));

const showFailure = (context: Context, failure: FailureAnswer): Promise<Response> => {
  for (const [name, value] of Object.entries(failure.headers)) context.header(name, value);
  const title = t(failureTitle(failure.status));
  const embeddable = isEmbedded(context.req);
  const isSignedIn = context.get('viewer') !== undefined;
  return html(
    context,
    <Page title={title} viewer={context.get('viewer')} bare={embeddable}>
      <Failure
        title={title}
        failure={failure}
        path={context.req.path}
        requestId={context.get('requestId')}
        isSignedIn={isSignedIn}
      >
        {!embeddable && (
          <p>
            <ButtonLink href="/">{isSignedIn ? t('Back to your websites') : t('Back to Footfall')}</ButtonLink>
          </p>
        )}
      </Failure>
    </Page>,
    failure.status,
    { embeddable },
  );
};

interface FailureProps {
  readonly title: string;
  readonly failure: FailureAnswer;
  readonly path: string;
  readonly requestId: string;
  readonly isSignedIn: boolean;
  readonly children: Child;
}

const Failure: FC<FailureProps> = ({ title, failure, path, requestId, isSignedIn, children }) => (
  <section class="centered failure">
    <p class="chip failure-status">{failure.status}</p>
    <h1>{title}</h1>
    {failure.status === 429 ? (
      <TryAgain failure={failure} path={path} />
    ) : (
      failureExplanations(failure, isSignedIn).map((line) => <p>{line}</p>)
    )}
    {failure.status >= 500 && (
      <p class="muted">{rich('See the server log for request {id}.', { id: <code>{requestId}</code> })}</p>
    )}
    {children}
  </section>
);

/** At sign-in, offers a password reset, which other people's attempts cannot block. */
const TryAgain: FC<{ failure: FailureAnswer; path: string }> = ({ failure, path }) => {
  const time = duration(Number(failure.headers['Retry-After']));
  if (!/^\/login(\/|$)/.test(path)) return <p>{t('Try again in {time}.', { time })}</p>;
  return <p>{rich('Try again in {time}, or <a>reset your password</a>.', { time, a: linkTo('/forgot-password') })}</p>;
};

function failureTitle(status: number): Text {
  switch (status) {
    case 403:
      return 'You don’t have access';
    case 404:
      return 'Page not found';
    case 413:
      return 'Too large';
    case 429:
      return 'Too many attempts';
    case 503:
      return 'Temporarily unavailable';
    default:
      return status < 500 ? 'That didn’t work' : 'Something went wrong';
  }
}

function failureExplanations({ status, errors }: FailureAnswer, isSignedIn: boolean): readonly string[] {
  if (status === 404) {
    return [
      isSignedIn
        ? t('This page doesn’t exist. Check the address, or go back to your websites.')
        : t('This page doesn’t exist. Check the address.'),
    ];
  }
  if (status === 500) return [t('Something failed on the server. No stored data was lost. Please try again.')];
  return errors;
}

/** In whole seconds, minutes or hours. Rounded up, so that waiting that long is enough. */
export function duration(seconds: number): string {
  if (seconds <= 60) return t('{count, plural, one {# second} other {# seconds}}', { count: seconds });
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 120) return t('{count, plural, one {# minute} other {# minutes}}', { count: minutes });
  return t('{count, plural, one {# hour} other {# hours}}', { count: Math.ceil(minutes / 60) });
}
