import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import type { Visit } from '../../page-route.js';
import { Copyable } from '../../ui/copy.js';
import { ButtonLink, Notice } from '../../ui/form.js';
import { SettingsPart } from '../../ui/settings-part.js';
import { SettingsPage } from './settings-page.js';

interface Props {
  readonly visit: Visit<'viewer'>;
  readonly apiKey: string;
  readonly about?: string | undefined;
  /** Path of the API that the key may read. */
  readonly example?: string;
}

/** The new key is shown only once. */
export const NewKeyPage: FC<Props> = ({ visit, apiKey, about, example }) => (
  <SettingsPage current="API key" visit={visit}>
    <SettingsPart id="key" title={t('Your new API key')} about={about} reloadAs={visit.path}>
      <Notice>{t('Copy it now. It is shown only once and not stored.')}</Notice>
      <Copyable value={apiKey} label={t('the API key')} />
      {example !== undefined && (
        <>
          <p>{t('Try it:')}</p>
          <Copyable
            value={`curl -H 'X-API-Key: ${apiKey}' ${visit.deps.baseUrl}/api/v1${example}`}
            label={t('a command that uses the key')}
          />
        </>
      )}
      <p>
        <ButtonLink href={visit.path}>{t('Done')}</ButtonLink>
      </p>
    </SettingsPart>
  </SettingsPage>
);
