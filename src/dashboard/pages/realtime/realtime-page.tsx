import type { Child } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { html } from '../../answer.js';
import type { PageRoute, Visit } from '../../page-route.js';
import { Page } from '../../ui/page.js';
import { toSentence } from '../../ui/sentence.js';
import { REALTIME } from '../stats/base-path.js';
import { shownBy } from '../stats/parse-view.js';
import { UnansweredNotice } from '../stats/unanswered.js';
import { announceUnavailable } from '../stats/with-frame.js';
import { RealtimeContent, RealtimeFrame, realtimeTitle } from './realtime-content.js';
import { UNAVAILABLE } from './realtime-readings.js';

/** `/websites/:id/realtime`: the last thirty minutes, updated by the script. */
export const realtimePage: PageRoute<'website'> = {
  path: `/websites/:id/${REALTIME}`,
  access: 'website',
  show: async (visit) => {
    const { deps, website, place, context } = visit;
    try {
      const { figures: figuresIn, state } = await deps.realtimeReadings.read(website);
      const figures = figuresIn();
      // Rows lead to the figures of the day.
      const shown = shownBy(new URLSearchParams({ range: 'today' }), { website, place, now: deps.now() });
      const content = <RealtimeContent {...{ shown, figures, state }} />;
      return html(context, visit.isOfScript ? content : document(visit, realtimeTitle(website, figures), content));
    } catch (error) {
      const unavailable = announceUnavailable(visit, error);
      const title = `${t('Realtime')} · ${website.name}`;
      const content = (
        <RealtimeFrame place={place} title={title} state={UNAVAILABLE}>
          <section class="card">
            <UnansweredNotice failure={toSentence(unavailable.message)} mayRetry address={visit.path} />
          </section>
        </RealtimeFrame>
      );
      return html(context, document(visit, title, content), 503);
    }
  },
};

const document = ({ viewer, website }: Visit<'website'>, title: string, content: NonNullable<Child>) => (
  <Page title={title} viewer={viewer} website={website} scripts={['realtime']} styles={['realtime']}>
    {content}
  </Page>
);
