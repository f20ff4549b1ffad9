import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { localDate } from '../../../time/index.js';
import { shortDay } from '../../ui/dates.js';
import { NotesSection } from '../notes/notes-section.js';
import { arrangeNotes } from '../notes/place-notes.js';
import type { ShownNotes } from '../notes/read-shown-notes.js';
import { viewAddress } from './base-path.js';
import { ChartCard } from './chart-card.js';
import { DeferredSection } from './deferred-sections.js';
import { EventProperties } from './event-properties.js';
import { FiguresFrame } from './figures-frame.js';
import { NoEvents } from './no-events.js';
import { Numbers } from './numbers.js';
import { mayExplain } from './one-view.js';
import { isLive, type PageContext, withFilters } from './page-context.js';
import { Panel } from './panel.js';
import { whyNotExplained } from './read-change.js';
import type { Figures } from './read-figures.js';
import { isFiltered, panelNames, withoutFilters } from './view.js';
import { soleValue } from './view-filters.js';

interface Props {
  readonly shown: PageContext;
  readonly figures: Figures;
  /** Undefined on shared links. */
  readonly notes: ShownNotes | undefined;
}

export const pageTitle = (shown: PageContext): string =>
  t('{website}: {view}', { website: shown.website.name, view: withFilters(shown) });

/** What is missing may be there at the next load. */
const hasFailed = ({ figures: { panels, revenue, eventProperties }, notes }: Props): boolean =>
  [...Object.values(panels), revenue, eventProperties, ...(notes === undefined ? [] : [notes.found])].some(
    (each) => 'failure' in each,
  );

export const FiguresContent: FC<Props> = ({ shown, figures, notes }) => (
  <FiguresFrame
    shown={shown}
    title={pageTitle(shown)}
    isLive={isLive(shown) || hasFailed({ shown, figures, notes })}
    isDashboard
    head={<DeferredSection shown={shown} name="now" />}
  >
    {shown.firstEvent === undefined ? <NoEvents shown={shown} /> : <Everything {...{ shown, figures, notes }} />}
    {(shown.goals.length > 0 || shown.place.own) && <DeferredSection shown={shown} name="goal-counts" />}
    <DeferredSection shown={shown} name="excluded" />
  </FiguresFrame>
);

const Everything: FC<Props> = ({ shown, figures, notes }) => {
  const event = soleValue(shown.view.filters, 'event');
  const arranged = notes && arrangeNotes(notes.found, shown, figures.chart.points);
  return (
    <>
      <section class="card overview" aria-label={t('Overview')}>
        <Numbers shown={shown} totals={figures.totals} revenue={'failure' in figures.revenue ? [] : figures.revenue} />
        {figures.totals.now.visitors === 0 && <NoVisitors shown={shown} />}
        <ChartCard shown={shown} totals={figures.totals} chart={figures.chart} marks={arranged?.marks} />
        {whyNotExplained(shown) === undefined && mayExplain(shown.place) && (
          <div class="why">
            <DeferredSection shown={shown} name="why" />
          </div>
        )}
        {notes && arranged && <NotesSection shown={shown} notes={notes} arranged={arranged} />}
      </section>
      <div class="panels">
        {panelNames.map((name) => {
          const content = figures.panels[name];
          return (
            content && (
              <Panel shown={shown} name={name} content={content}>
                {name === 'events' && event !== undefined && (
                  <EventProperties shown={shown} event={event} properties={figures.eventProperties} />
                )}
              </Panel>
            )
          );
        })}
      </div>
    </>
  );
};

/** For a range, or filters, without visitors. */
const NoVisitors: FC<{ readonly shown: PageContext }> = ({
  shown: { place, view, range, firstEvent, website, today },
}) => {
  if (range.days.from > today) return <p class="muted no-visitors">{t('This period has not begun.')}</p>;
  const isEarly = firstEvent !== undefined && firstEvent >= range.ranges.range.end;
  const isAllTime = 'name' in view.range && view.range.name === 'all';
  const canChoose = !isAllTime && !place.oneView?.keepsDates;
  return (
    <p class="muted no-visitors">
      {isFiltered(view) ? t('No visitors match these filters.') : t('No visitors in this period.')}{' '}
      {isEarly && !place.oneView && (
        <>{t('The first event was on {date}.', { date: shortDay(localDate(firstEvent, website.timezone)) })} </>
      )}
      {isFiltered(view) && <a href={viewAddress(place, withoutFilters(view))}>{t('Clear filters')}</a>}
      {!isFiltered(view) && canChoose && (
        <a href={viewAddress(place, { ...view, range: { name: 'all' }, interval: undefined })}>{t('Show all time')}</a>
      )}
    </p>
  );
};
