import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { formatShare } from '../../../lib/number-text.js';
import type { JourneyNode } from '../../../stats/behavior/journey.js';
import { MAX_JOURNEY_STEPS } from '../../../stats/behavior/parse-journey.js';
import { OTHER } from '../../../stats/names.js';
import { Amount } from '../../ui/amounts.js';
import { hidden, rich } from '../../ui/rich.js';
import { Name, withVisibleMarks } from '../stats/name.js';
import type { JourneyChoice } from './journey-choice.js';

interface Props {
  readonly choice: JourneyChoice;
  readonly root: JourneyNode;
  /** Of the page with these chosen cells. */
  readonly address: (path: readonly string[]) => string;
}

/** A column for each step. The chosen cell of one has its own steps in the next. */
export const JourneyColumns: FC<Props> = ({ choice, root, address }) => {
  const columns = toColumns(root, choice.path);
  return (
    <section class="scrolling journey-columns" tabindex={0} aria-label={t('Steps of journeys')}>
      {columns.map((parent, place) => (
        <Column
          parent={parent}
          title={columnTitle(choice, place)}
          id={`step-${place + 1}`}
          exit={choice.direction === 'start' ? t('(left)') : t('(started here)')}
          chosen={choice.path[place]}
          href={(value) => {
            const before = choice.path.slice(0, place);
            if (value === choice.path[place]) return `${address(before)}#step-${place + 1}`;
            return `${address([...before, value])}#step-${place + 2}`;
          }}
          isLast={place + 1 === MAX_JOURNEY_STEPS}
        />
      ))}
    </section>
  );
};

/** The nodes whose children are shown: the root, and the chosen ones. */
function toColumns(root: JourneyNode, [next, ...rest]: readonly string[]): readonly JourneyNode[] {
  const chosen = isEnd(next) ? undefined : root.children.find(({ value }) => value === next);
  return chosen === undefined ? [root] : [root, ...toColumns(chosen, rest)];
}

function columnTitle({ anchor, direction }: JourneyChoice, place: number): string {
  if (anchor === undefined && place === 0) return t('Entry page');
  return direction === 'start' ? t('Then') : t('Before');
}

const cellName = (value: string | null, exit: string): string => {
  if (value === '(exit)') return exit;
  return value === OTHER ? t(OTHER) : (value ?? '');
};

const isEnd = (value: string | null | undefined): boolean => value === '(exit)' || value === OTHER;

interface ColumnProps {
  readonly parent: JourneyNode;
  readonly title: string;
  readonly id: string;
  /** Name of the visits without a further step. */
  readonly exit: string;
  readonly chosen: string | undefined;
  readonly href: (value: string) => string;
  readonly isLast: boolean;
}

const Column: FC<ColumnProps> = ({ parent, title, id, exit, chosen, href, isLast }) => (
  <div class="journey-column" id={id}>
    <p class="rows-head">
      <span>{title}</span>
      <span class="row-number">{t('Visits')}</span>
    </p>
    <ol>
      {parent.children.map((node) => (
        <li data-id={node.value ?? ''}>
          {node.value === null || isEnd(node.value) || isLast ? (
            <div class="row-line">
              <Cell {...{ node, parent }} name={cellName(node.value, exit)} isMuted={isEnd(node.value)} />
            </div>
          ) : (
            <a class="row-line" href={href(node.value)} aria-current={node.value === chosen ? 'true' : undefined}>
              <Cell {...{ node, parent }} name={node.value} />
            </a>
          )}
        </li>
      ))}
    </ol>
  </div>
);

interface CellProps {
  readonly node: JourneyNode;
  readonly parent: JourneyNode;
  readonly name: string;
  readonly isMuted?: boolean;
}

const Cell: FC<CellProps> = ({ node: { sessions }, parent, name, isMuted = false }) => {
  const percentage = (sessions / parent.sessions) * 100;
  return (
    <>
      <svg class="row-bar" aria-hidden="true">
        <rect width={`${percentage.toFixed(1)}%`} height="100%" rx="4" />
      </svg>
      <span class={isMuted ? 'row-name one-line muted' : 'row-name one-line'} title={withVisibleMarks(name)}>
        <Name>{name}</Name>
      </span>
      <span class="muted small row-percent">{formatShare({ value: sessions, percentage })}</span>
      <span class="row-number">
        {rich('{count, plural, one {{amount}<hidden> visit</hidden>} other {{amount}<hidden> visits</hidden>}}', {
          count: sessions,
          amount: <Amount value={sessions} />,
          hidden,
        })}
      </span>
    </>
  );
};
