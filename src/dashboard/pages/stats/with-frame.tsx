import type { Child } from 'hono/jsx';
import { errorHeaders } from '../../../http/api/error-map.js';
import { unavailableError } from '../../../http/server/unavailable.js';
import type { AppError } from '../../../lib/errors.js';
import { t } from '../../../lib/language/translate.js';
import { html } from '../../answer.js';
import type { FiguresVisit } from '../../page-route.js';
import { toSentence } from '../../ui/sentence.js';
import type { WebsiteTab } from '../../ui/website-heading.js';
import { viewAddress } from './base-path.js';
import { figuresDocument } from './figures-document.js';
import { FiguresFrame } from './figures-frame.js';
import type { PageContext } from './page-context.js';
import { readAddressAsTyped, readSearch } from './read-address.js';
import { UnansweredNotice } from './unanswered.js';
import type { OwnParameters } from './view.js';

interface Frame<V extends FiguresVisit> {
  /** Last segment of the page; undefined for the dashboard. */
  readonly list?: string;
  readonly current?: WebsiteTab;
  readonly title: (shown: PageContext) => string;
  /** What the address selects besides the view, which the menus keep. */
  readonly own?: (visit: V) => OwnParameters | Promise<OwnParameters>;
  /** What can be shown without ClickHouse. */
  readonly more?: (visit: V, shown: PageContext) => Promise<Child>;
}

/** Sets the headers of a page that says why it has no figures. Rethrows other errors, and all to the script. */
export function announceUnavailable({ context, isOfScript }: FiguresVisit, error: unknown): AppError {
  const unavailable = unavailableError(error);
  if (unavailable === undefined || isOfScript) throw error;
  for (const [name, value] of Object.entries(errorHeaders(unavailable))) context.header(name, value);
  return unavailable;
}

/**
 * A page that keeps its menus where ClickHouse does not answer, or not for this view: another one may be chosen. Its
 * script gets the bare error, and keeps the figures that it has.
 */
export const withFrame =
  <V extends FiguresVisit>(frame: Frame<V>, show: (visit: V) => Promise<Child | Response>) =>
  async (visit: V): Promise<Child | Response> => {
    try {
      return await show(visit);
    } catch (error) {
      const unavailable = announceUnavailable(visit, error);
      const { list, current, title, own, more } = frame;
      const { context, parameters } = visit;
      const shown = await readAddressAsTyped(visit);
      const { pathname, search } = new URL(context.req.url);
      const content = (
        <FiguresFrame
          shown={shown}
          list={list}
          title={title(shown)}
          search={readSearch(parameters)}
          own={await own?.(visit)}
          isLive={false}
        >
          <section class="card">
            <UnansweredNotice failure={toSentence(unavailable.message)} mayRetry address={pathname + search}>
              {list !== undefined && (
                <p>
                  <a href={viewAddress(shown.place, shown.view)}>{t('Back to the dashboard')}</a>
                </p>
              )}
            </UnansweredNotice>
          </section>
          {await more?.(visit, shown)}
        </FiguresFrame>
      );
      const page = figuresDocument(visit, title(shown), content, { current, shown });
      return html(context, page, 503, { embeddable: visit.place.embedded });
    }
  };
