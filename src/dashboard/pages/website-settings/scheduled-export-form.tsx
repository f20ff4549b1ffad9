import type { FC } from 'hono/jsx';
import type { ScheduledExport } from '../../../history/export/scheduled-export-repository.js';
import { t } from '../../../lib/language/translate.js';
import { choice, Field, type FieldValues, line, type ShownForm } from '../../ui/fields.js';
import { Button, Form } from '../../ui/form.js';
import { rich } from '../../ui/rich.js';

const DESTINATIONS = [
  ['folder', 'Folder on the server'],
  ['s3', 'S3 bucket'],
] as const;

export const exportFields = {
  destination: choice('Destination', DESTINATIONS),
  folder: line('Folder', {
    hint: () => [...rich('Optional. Subfolder of {folder}.', { folder: <code>EXPORT_DIR</code> })],
    placeholder: 'marketing',
    autocomplete: 'off',
    spellcheck: false,
  }),
  url: line('Bucket URL', {
    hint: 'You can add a path prefix.',
    placeholder: 'https://my-bucket.s3.eu-central-1.amazonaws.com/footfall',
    inputmode: 'url',
    autocomplete: 'off',
    spellcheck: false,
  }),
  region: line('Region (optional)', { placeholder: 'us-east-1', autocomplete: 'off', spellcheck: false }),
  accessKeyId: line('Access key ID', { autocomplete: 'off', spellcheck: false }),
  secretAccessKey: line('Secret access key', {
    type: 'password',
    hint: 'Stored encrypted and never shown again.',
    autocomplete: 'new-password',
  }),
};

export interface ExportFormProps {
  readonly form: ShownForm<FieldValues<typeof exportFields>>;
  readonly stored: ScheduledExport | undefined;
  /** Whether the operator allows a folder of the server. */
  readonly hasFolder: boolean;
}

export const ExportForm: FC<ExportFormProps> = ({ form, stored, hasFolder }) => (
  <Form id="export-form" form={form} class="form export-form">
    <h3>{stored === undefined ? t('Create export') : t('Export settings')}</h3>
    {hasFolder ? (
      <>
        <Field form={form} name="destination" value={stored?.destination ?? 'folder'} />
        <div class="for-folder">
          <Field form={form} name="folder" value={stored?.destination === 'folder' ? stored.location : ''} />
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
    <Field form={form} name="url" value={stored?.destination === 's3' ? stored.location : ''} />
    <Field form={form} name="region" value={stored?.region} />
    <Field form={form} name="accessKeyId" />
    <Field
      form={form}
      name="secretAccessKey"
      {...(stored !== undefined &&
        stored.credentials !== null && { hint: t('Leave both keys empty to keep the stored ones.') })}
    />
  </div>
);
