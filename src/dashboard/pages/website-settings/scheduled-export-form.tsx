import type { FC } from 'hono/jsx';
import type { ScheduledExport } from '../../../history/export/scheduled-export-repository.js';
import { t } from '../../../lib/language/translate.js';
import { Button, Field, Form, Select, type ShownForm } from '../../ui/form.js';
import { rich } from '../../ui/rich.js';

interface ExportText {
  readonly destination: string;
  readonly folder: string;
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface ExportFormProps {
  readonly form: ShownForm<ExportText>;
  readonly stored: ScheduledExport | undefined;
  /** Whether the operator allows a folder of the server. */
  readonly hasFolder: boolean;
}

const DESTINATIONS = [
  ['folder', 'Folder on the server'],
  ['s3', 'S3 bucket'],
] as const;

export const ExportForm: FC<ExportFormProps> = ({ form, stored, hasFolder }) => (
  <Form id="export-form" form={form} class="form export-form">
    <h3>{stored === undefined ? t('Create export') : t('Export settings')}</h3>
    {hasFolder ? (
      <>
        <Select
          form={form}
          name="destination"
          label={t('Destination')}
          value={stored?.destination ?? 'folder'}
          options={DESTINATIONS.map(([value, label]) => [value, t(label)] as const)}
        />
        <div class="for-folder">
          <Field
            form={form}
            name="folder"
            label={t('Folder')}
            value={stored?.destination === 'folder' ? stored.location : ''}
            hint={[...rich('Optional. Subfolder of {folder}.', { folder: <code>EXPORT_DIR</code> })]}
            placeholder="marketing"
            autocomplete="off"
            spellcheck={false}
          />
        </div>
      </>
    ) : (
      <input type="hidden" name="exportDestination" value="s3" />
    )}
    <BucketFields form={form} stored={stored} />
    <Button kind="quiet">{stored === undefined ? t('Create export') : t('Save changes')}</Button>
  </Form>
);

/** Stored keys are never shown again. */
const BucketFields: FC<Pick<ExportFormProps, 'form' | 'stored'>> = ({ form, stored }) => (
  <div class="for-bucket stack">
    <Field
      form={form}
      name="url"
      label={t('Bucket URL')}
      value={stored?.destination === 's3' ? stored.location : ''}
      hint={t('You can add a path prefix.')}
      placeholder="https://my-bucket.s3.eu-central-1.amazonaws.com/footfall"
      inputmode="url"
      autocomplete="off"
      spellcheck={false}
    />
    <Field
      form={form}
      name="region"
      label={t('Region (optional)')}
      value={stored?.region ?? ''}
      placeholder="us-east-1"
      autocomplete="off"
      spellcheck={false}
    />
    <Field form={form} name="accessKeyId" label={t('Access key ID')} value="" autocomplete="off" spellcheck={false} />
    <Field
      form={form}
      name="secretAccessKey"
      label={t('Secret access key')}
      type="password"
      hint={
        stored !== undefined && stored.credentials !== null
          ? t('Leave both keys empty to keep the stored ones.')
          : t('Stored encrypted and never shown again.')
      }
      autocomplete="new-password"
    />
  </div>
);
