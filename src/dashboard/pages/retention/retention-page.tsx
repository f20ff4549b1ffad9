import type { VisitorIdRotation } from '../../../collect/visitors/rotation.js';
import { type Definition, listDefinitions } from '../../../definitions/definitions.js';
import { findKind } from '../../../definitions/kinds.js';
import { answerCohorts } from '../../../stats/behavior/cohorts.js';
import { cohortsBody } from '../../../stats/behavior/parse-cohorts.js';
import type { PageRoute, Visit } from '../../page-route.js';
import { answered, contextFor, scopeBody } from '../behavior/read-behavior.js';
import { RETENTION } from '../stats/base-path.js';
import { figuresDocument } from '../stats/figures-document.js';
import { intervalNotice } from '../stats/interval-notice.js';
import type { PageContext } from '../stats/page-context.js';
import { readAddress } from '../stats/read-address.js';
import { withFrame } from '../stats/with-frame.js';
import { choosePeriod, type Period, readRetentionChoice, retentionParameters } from './retention-choice.js';
import { findUnfit, Retention, retentionTitle } from './retention-content.js';

interface Table {
  readonly interval: Period;
  readonly returned: Definition | undefined;
  readonly rotation: VisitorIdRotation;
}

/** `/websites/:id/retention`: how many visitors come back. */
export const retentionPage: PageRoute<'website'> = {
  path: `/websites/:id/${RETENTION}`,
  access: 'website',
  show: withFrame({ list: RETENTION, current: 'retention', title: retentionTitle, own: readOwn }, async (visit) => {
    const { deps, context } = visit;
    const { goals, notices, choice } = await readChoice(visit);
    const own = retentionParameters(choice);
    const { shown: address, redirect } = await readAddress(visit, RETENTION, own);
    if (redirect !== undefined) return context.redirect(redirect, 303);
    const period = choosePeriod(choice.period, address.range.days);
    const longer =
      choice.period === undefined || choice.period === period ? [] : [intervalNotice(choice.period, period)];
    const shown = { ...address, notices: [...address.notices, ...notices, ...longer] };
    const rotation = await deps.services.findVisitorIdRotation();
    const cannotAnswer = shown.firstEvent === undefined || rotation === 'daily' || findUnfit(shown) !== undefined;
    const table = cannotAnswer
      ? undefined
      : await answered(readTable(visit, shown, { ...choice, interval: period, rotation }));
    return figuresDocument(
      visit,
      retentionTitle(shown),
      <Retention {...{ shown, choice, own, goals, period, rotation, table }} />,
      { current: 'retention', shown },
    );
  }),
};

async function readChoice({ deps, website, parameters }: Visit<'website'>) {
  const goals = await listDefinitions(deps.db, findKind('goal'), website.id);
  const { notices, ...choice } = readRetentionChoice(parameters, goals);
  return { goals, notices, choice };
}

async function readOwn(visit: Visit<'website'>) {
  return retentionParameters((await readChoice(visit)).choice);
}

async function readTable(visit: Visit<'website'>, shown: PageContext, { interval, returned, rotation }: Table) {
  const body = cohortsBody.parse({
    ...scopeBody(shown),
    interval,
    ...(returned !== undefined && { returned: { goal: returned.id } }),
  });
  const context = { ...(await contextFor(visit, body)), visitorIdRotation: rotation };
  return (await answerCohorts(visit.clickhouse, body, context)).cohorts;
}
