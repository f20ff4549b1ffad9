import { t } from '../../../lib/language/translate.js';
import { Done, type PageRoute, type Visit } from '../../page-route.js';
import { answered } from '../behavior/read-behavior.js';
import { FUNNELS, viewAddress } from '../stats/base-path.js';
import { pageTitle } from '../stats/figures-content.js';
import { figuresDocument } from '../stats/figures-document.js';
import { readAddress } from '../stats/read-address.js';
import { withFrame } from '../stats/with-frame.js';
import { funnelParameters } from './funnel-choice.js';
import { deleteFunnel, funnelForms, renameFunnel, saveFunnel, updateFunnel } from './funnel-forms.js';
import { Funnels, funnelsTitle } from './funnels-content.js';
import { readFunnel, readFunnels, suggestSteps } from './read-funnels.js';

/** `/websites/:id/funnels`: how many visitors go through the steps of a funnel. */
export const funnelsPage: PageRoute<'website'> = {
  path: `/websites/:id/${FUNNELS}`,
  access: 'website',
  forms: funnelForms,
  show: withFrame(
    {
      list: FUNNELS,
      current: 'funnels',
      title: (shown) => `${t('Funnels')} · ${pageTitle(shown)}`,
      own: async (visit: Visit<'website'>) => funnelParameters((await readFunnels(visit)).choice),
    },
    async (visit) => {
      const { context, place, deps } = visit;
      const { choice, funnels, goals, notices, isTyped } = await readFunnels(visit);
      const own = funnelParameters(choice);
      const { shown: address, redirect } = await readAddress(visit, FUNNELS, own);
      if (context.req.method !== 'POST') {
        if (redirect !== undefined) return context.redirect(redirect, 303);
        if (isTyped) return context.redirect(viewAddress(place, address.view, { list: FUNNELS, own }), 303);
      }
      const shown = { ...address, notices: [...address.notices, ...notices] };
      const hasEvents = shown.firstEvent !== undefined;
      const [result, suggested] = await Promise.all([
        hasEvents && choice.steps.length >= 2 ? answered(readFunnel(visit, shown, choice)) : undefined,
        hasEvents && choice.steps.length === 0 ? answered(suggestSteps(visit, shown, goals)) : undefined,
      ]);
      const forms = {
        save: visit.of(saveFunnel),
        update: visit.of(updateFunnel),
        rename: visit.of(renameFunnel),
        remove: visit.of(deleteFunnel),
      };
      const suggestion = suggested !== undefined && 'answer' in suggested ? suggested.answer : [];
      const props = { shown, choice, funnels, goals, result, suggestion, forms, now: deps.now() };
      return figuresDocument(visit, funnelsTitle(props), <Funnels {...props} done={<Done visit={visit} />} />, {
        current: 'funnels',
        shown,
      });
    },
  ),
};
