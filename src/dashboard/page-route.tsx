import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { every } from 'hono/combine';
import type { Child, FC } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { z } from 'zod';
import type { Account } from '../accounts/accounts.js';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { errorStatus } from '../http/api/error-map.js';
import { requestClient } from '../http/services.js';
import { AppError } from '../lib/errors.js';
import { type Text, t } from '../lib/language/translate.js';
import { valid } from '../lib/validation.js';
import type { Website } from '../websites/website.js';
import type { Place } from './access/place.js';
import { requireSignIn, requireWebsite, type WebsiteEnv } from './access/viewer.js';
import { html } from './answer.js';
import type { DashboardDeps } from './deps.js';
import { toFieldErrors } from './ui/field-errors.js';
import type { FieldErrors, FieldList, FieldValues, ShownForm } from './ui/fields.js';
import { Notice } from './ui/form.js';
import { type SentForm, sentForm } from './ui/sent-form.js';

/** Everyone, a signed-in account, or the owner of the website in the path. A shared link also opens its `figures`. */
export type Access = 'anyone' | 'viewer' | 'website' | 'figures';

export interface FormRoute<A extends Access, Values> {
  /** Relative to the path of the page: `/links`; empty for that path. */
  readonly path: string;
  /** The id of the element to scroll to when the form is refused. */
  readonly anchor?: string;
  /** Distinguishes its fields from those of other forms on the page: with `link`, its `name` is `linkName` there. */
  readonly prefix?: string;
  readonly fields: FieldList;
  /** Returns the raw values. */
  read(sent: SentForm, visit: Visit<A>): Values;
  /**
   * AppErrors `invalid` and `conflict` and a {@link FormRefusal} show the page again, with their problems at the
   * fields.
   */
  submit(values: Values, visit: Visit<A>): Promise<Outcome<Values>>;
  /** The page's success message, by a key in the address, and the id of the element that shows it. */
  readonly done?: { readonly key: string; readonly text: Text; readonly at?: string };
}

/** Undefined redirects to the page; `ask` shows it again with these values, for example for a confirmation. */
export type Outcome<Values> = undefined | Response | { readonly ask: Values };

interface NewForm<A extends Access, Fields, Values, Checked>
  extends Omit<FormRoute<A, Values>, 'fields' | 'read' | 'submit'> {
  readonly fields?: Fields;
  /** By default the values of the fields. */
  read?(sent: SentForm, visit: Visit<A>): Values;
  /** Checks the values before `submit`. */
  readonly schema?: z.ZodType<Checked>;
  submit(values: Checked, visit: Visit<A>): Promise<void> | Promise<Outcome<NoInfer<Values>>>;
}

const formFor =
  <A extends Access>() =>
  <Fields extends FieldList = Record<never, never>, Values = FieldValues<Fields>, Checked = Values>({
    fields,
    read = (sent) => readFields(fields ?? {}, sent) as Values,
    schema,
    submit,
    ...form
  }: NewForm<A, Fields, Values, Checked>): FormRoute<A, Values> => ({
    ...form,
    fields: fields ?? {},
    read,
    submit: async (values, visit) => {
      const checked = schema === undefined ? (values as unknown as Checked) : valid(schema, values);
      return (await submit(checked, visit)) ?? undefined;
    },
  });

const readFields = (fields: FieldList, sent: SentForm): object =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.read(sent, name)]));

export const websiteForm = formFor<'website'>();

export const viewerForm = formFor<'viewer'>();

export const publicForm = formFor<'anyone'>();

/** What a form sends. */
export type FormValues<Form extends { read(...request: never[]): unknown }> = ReturnType<Form['read']>;

/** Errors by field. */
export class FormRefusal extends Error {
  override readonly name = 'FormRefusal';

  constructor(
    readonly errors: FieldErrors,
    readonly status: ContentfulStatusCode = 400,
  ) {
    super('the form was refused');
  }
}

/** Converts AppError `invalid` or `conflict`, either with the status 400. Rethrows other errors. */
export function refuse(thrown: unknown): never {
  throw new FormRefusal(toFieldErrors(thrown));
}

/** Refuses what another window may have deleted, with this text. Rethrows other errors. */
export const refuseMissing =
  (text: Text) =>
  (thrown: unknown): never => {
    if (!(thrown instanceof AppError) || thrown.kind !== 'not_found') throw thrown;
    throw new FormRefusal({ '': t(text) }, 404);
  };

/** Served by {@link servePage}. */
export interface PageRoute<A extends Access> {
  readonly path: string;
  readonly access: A;
  readonly forms?: readonly FormRoute<A, unknown>[];
  /** Returns the page, or another response, such as a redirect. */
  show(visit: Visit<A>): Child | Response | Promise<Child | Response>;
}

/** A section reads its own data. */
export type Section<A extends Access> = (visit: Visit<A>) => Promise<Child>;

type Viewer<A extends Access> = A extends 'anyone' ? undefined : A extends 'figures' ? Account | undefined : Account;

type OfWebsite<A extends Access, Value> = A extends 'website' | 'figures' ? Value : undefined;

/** A request of a page, or of one of its forms. */
export class Visit<A extends Access> {
  constructor(
    readonly deps: DashboardDeps,
    readonly context: Context<WebsiteEnv>,
    private readonly page: Pick<PageRoute<A>, 'path' | 'forms'>,
    private readonly sent?: { readonly form: unknown; readonly values: unknown; readonly errors: FieldErrors },
  ) {}

  get viewer(): Viewer<A> {
    return this.context.get('viewer') as Viewer<A>;
  }

  get website(): OfWebsite<A, Website> {
    return this.context.get('website') as OfWebsite<A, Website>;
  }

  get place(): OfWebsite<A, Place> {
    return this.context.get('place') as OfWebsite<A, Place>;
  }

  /** Drops the queries of a page when the browser has disconnected. */
  get clickhouse(): ClickHouse {
    const { services } = this.deps;
    return this.context.req.method === 'POST' ? services.clickhouse : requestClient(services, this.context);
  }

  /** The script needs only the content that changes. */
  get isOfScript(): boolean {
    return this.context.req.header('X-Footfall-Fragment') !== undefined;
  }

  /** Of the page. */
  get forms(): readonly FormRoute<A, unknown>[] {
    return this.page.forms ?? [];
  }

  /** Of the address, also of a submitted form's. */
  get parameters(): URLSearchParams {
    return new URL(this.context.req.url).searchParams;
  }

  get path(): string {
    return this.page.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(this.context.req.param(name) ?? ''),
    );
  }

  /** Returns the form to show, with its values and errors if it was just sent. */
  of<Values>(form: FormRoute<Access, Values>): ShownForm<Values> {
    const { path, anchor, prefix, fields } = form;
    const action = `${this.path}${path}${anchor === undefined ? '' : `#${anchor}`}`;
    if (this.sent?.form !== form) return { action, values: undefined, errors: {}, prefix, fields };
    return { action, values: this.sent.values as Values, errors: this.sent.errors, prefix, fields };
  }

  /** Returns the same request with a submitted form. */
  with<Values>(form: FormRoute<A, Values>, values: Values, errors: FieldErrors): Visit<A> {
    return new Visit(this.deps, this.context, this.page, { form, values, errors });
  }
}

/** Of a page of figures, which a shared link may open. */
export type FiguresVisit = Visit<'figures'> | Visit<'website'>;

/** The success message of a form, by default of any of the page. */
export const Done: FC<{
  visit: Pick<Visit<Access>, 'context' | 'forms'>;
  forms?: readonly Pick<FormRoute<Access, unknown>, 'done'>[] | undefined;
}> = ({ visit, forms = visit.forms }) => {
  const key = visit.context.req.query('done');
  const done = forms.find((form) => form.done !== undefined && form.done.key === key)?.done;
  return done === undefined ? null : <Notice kind="good">{t(done.text)}</Notice>;
};

/** Reloading the page of a refused form opens the page itself. */
export function servePage<A extends Access>(
  deps: DashboardDeps,
  page: PageRoute<A>,
  admit = admission(deps, page.access),
): Hono<WebsiteEnv> {
  const routes = new Hono<WebsiteEnv>();
  const show = async (visit: Visit<A>, status: ContentfulStatusCode = 200) => {
    const shown = await page.show(visit);
    if (shown instanceof Response) return shown;
    const place: Place | undefined = visit.context.get('place');
    return html(visit.context, shown as { toString(): unknown }, status, { embeddable: place?.embedded ?? false });
  };
  routes.get(page.path, admit, (context) => show(new Visit(deps, context, page)));
  for (const form of page.forms ?? []) {
    const path = `${page.path}${form.path}`;
    if (form.path !== '') {
      routes.get(path, admit, (context) => context.redirect(new Visit(deps, context, page).path, 303));
    }
    routes.post(path, admit, async (context) => {
      const visit = new Visit(deps, context, page);
      const values = form.read(await sentForm(context.req, form.prefix), visit);
      let outcome: Outcome<unknown>;
      try {
        outcome = await form.submit(values, visit);
      } catch (thrown) {
        const { status, errors } = readRefusal(thrown);
        const [kept, again] = withoutSecrets(values, form.fields);
        return show(visit.with(form, kept, { ...again, ...errors }), status);
      }
      if (outcome instanceof Response) return outcome;
      if (outcome !== undefined) return show(visit.with(form, outcome.ask, {}));
      const { key = '', at } = form.done ?? {};
      return context.redirect(`${visit.path}?done=${key}${at === undefined ? '' : `#${at}`}`, 303);
    });
  }
  return routes;
}

function admission(deps: DashboardDeps, access: Access): MiddlewareHandler {
  switch (access) {
    case 'anyone':
      return (_, next) => next();
    case 'viewer':
      return requireSignIn(deps) as MiddlewareHandler;
    case 'website':
    case 'figures':
      return every(requireSignIn(deps), requireWebsite(deps));
  }
}

/** Rethrows errors other than refusals. */
function readRefusal(thrown: unknown): { readonly errors: FieldErrors; readonly status: ContentfulStatusCode } {
  if (thrown instanceof FormRefusal) return thrown;
  const errors = toFieldErrors(thrown);
  return { errors, status: thrown instanceof AppError ? errorStatus(thrown.kind) : 400 };
}

const ENTER_AGAIN: Text = 'Enter it again: it is not shown after an error.';

/** Clears optional secrets, and asks for them again. The browser asks for required ones. */
function withoutSecrets(values: unknown, fields: FieldList): readonly [values: unknown, errors: FieldErrors] {
  if (typeof values !== 'object' || values === null) return [values, {}];
  const given = Object.entries(values).filter(([name, value]) => fields[name]?.isOptionalSecret && value !== '');
  const empty = Object.fromEntries(given.map(([name]) => [name, '']));
  return [{ ...values, ...empty }, Object.fromEntries(given.map(([name]) => [name, t(ENTER_AGAIN)]))];
}
