import { searchWebsites } from '../../../websites/find-website.js';
import type { PageRoute } from '../../page-route.js';

/** The menu also links to the page of all websites. */
const MENU_SIZE = 30;

/** `/websites/menu`: the links of the menu in the top bar, loaded when it is opened. */
export const websiteMenu: PageRoute<'viewer'> = {
  path: '/websites/menu',
  access: 'viewer',
  show: async ({ viewer, context, deps }) => {
    const search = { search: '', page: 1, pageSize: MENU_SIZE, orderBy: 'name' } as const;
    const { websites } = await searchWebsites(deps.db, viewer.id, search);
    const links = (
      <>
        {websites.map(({ id, name }) => (
          <a href={`/websites/${id}`}>{name}</a>
        ))}
      </>
    );
    return context.html(links, 200, { 'Cache-Control': 'no-store' });
  },
};
