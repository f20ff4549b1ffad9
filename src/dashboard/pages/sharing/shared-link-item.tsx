import type { Child, FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { isExpired, type SharedLink } from '../../../websites/shared-links.js';
import type { Website } from '../../../websites/website.js';
import { Copyable } from '../../ui/copy.js';
import { Item } from '../../ui/item.js';
import { Day } from '../../ui/moment.js';
import { rich } from '../../ui/rich.js';

interface Props {
  readonly website: Website;
  readonly link: SharedLink;
  /** Id of the dialog that revokes it, and path of the form. */
  readonly dialog: string;
  readonly revoke: string;
  readonly baseUrl: string;
  readonly now: number;
}

/** A link among those of its website. */
export const SharedLinkItem: FC<Props> = (props) => {
  const { website, link, dialog, revoke, baseUrl, now } = props;
  const address = `${baseUrl}/share/${link.token}`;
  const { view, oneView } = link;
  return (
    <Item
      title={link.name}
      head={
        <>
          {link.passwordHash !== null && <span class="chip">{t('Password')}</span>}
          {oneView !== null && <span class="chip">{t('One view')}</span>}
          {isExpired(link, now) && <span class="chip">{t('Expired')}</span>}
          <small class="muted">{describeDays(link, now)}</small>
        </>
      }
      removal={{
        id: dialog,
        verb: t('Revoke'),
        question: t('Revoke “{name}”?', { name: link.name }),
        consequence: t('The link and any embeds will stop working. This cannot be undone.'),
        confirm: t('Revoke link'),
        action: revoke,
        name: 'token',
        value: link.token,
      }}
    >
      <Copyable
        value={view === '' ? address : `${address}?${view}`}
        label={t('the link {name}', { name: link.name })}
      />
      <details>
        <summary>{t('Embed')}</summary>
        <Copyable
          value={frameCode(website, `${address}?${view === '' ? '' : `${view}&`}embed=1`)}
          label={t('the embed code of {name}', { name: link.name })}
        />
      </details>
    </Item>
  );
};

function describeDays({ createdAt, expiresAt }: SharedLink, now: number): Child {
  const created = <Day at={createdAt} />;
  if (expiresAt === null) return rich('Created {created}', { created });
  const end = <Day at={expiresAt} />;
  return isExpired({ expiresAt }, now)
    ? rich('Created {created}, expired {end}', { created, end })
    : rich('Created {created}, expires {end}', { created, end });
}

const frameCode = (website: Website, address: string): string =>
  (
    <iframe
      src={address}
      title={t('Visitors of {name}', { name: website.name })}
      loading="lazy"
      style="border: 0; width: 100%; height: 1600px"
    />
  ).toString() + FIT_HEIGHT;

/** For pages whose policy forbids it, the height above is enough for most views. */
const FIT_HEIGHT = `
<script>
  addEventListener('message', ({ source, data }) => {
    for (const frame of document.querySelectorAll('iframe'))
      if (frame.contentWindow === source && data.footfallHeight > 0) frame.style.height = data.footfallHeight + 'px';
  });
</script>`;
