import type { FC } from 'hono/jsx';
import type { ScheduledExport } from '../../../history/export/scheduled-export-repository.js';
import type { ShownForm } from '../../page-route.js';
import { Button, Field, type FieldErrors, Form } from '../../ui/form.js';

/** As typed. A secret key is never shown again. */
export interface ExportText {
  readonly destination: string;
  readonly folder: string;
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
}

export interface ExportFormProps {
  readonly form: ShownForm<ExportText>;
  readonly stored: ScheduledExport | undefined;
  /** Whether the operator allows a folder of the server. */
  readonly hasFolder: boolean;
}

const storedText = (stored: ScheduledExport | undefined, hasFolder: boolean): ExportText => ({
  destination: stored?.destination ?? (hasFolder ? 'folder' : 's3'),
  folder: stored?.destination === 'folder' ? stored.location : '',
  url: stored?.destination === 's3' ? stored.location : '',
  region: stored?.region ?? '',
  accessKeyId: '',
});

export const ExportForm: FC<ExportFormProps> = ({ form: { action, errors, values }, stored, hasFolder }) => {
  const text = values ?? storedText(stored, hasFolder);
  return (
    <Form id="export-form" action={action} errors={errors} class="form export-form">
      <h3>{stored === undefined ? 'Create export' : 'Export settings'}</h3>
      {hasFolder ? (
        <div class="field">
          <label for="exportDestination">Destination</label>
          <select id="exportDestination" name="exportDestination">
            <option value="folder" selected={text.destination === 'folder'}>
              Folder on the server
            </option>
            <option value="s3" selected={text.destination === 's3'}>
              S3 bucket
            </option>
          </select>
          {errors.destination !== undefined && <p class="field-error">{errors.destination}</p>}
        </div>
      ) : (
        <input type="hidden" name="exportDestination" value="s3" />
      )}
      {hasFolder && (
        <div class="for-folder">
          <Field
            name="exportFolder"
            label="Folder"
            value={text.folder}
            error={errors.folder}
            hint={
              <>
                Optional. Subfolder of <code>EXPORT_DIR</code>.
              </>
            }
            placeholder="marketing"
            autocomplete="off"
            spellcheck={false}
          />
        </div>
      )}
      <BucketFields text={text} errors={errors} hasKeys={stored !== undefined && stored.credentials !== null} />
      <Button kind="quiet">{stored === undefined ? 'Create export' : 'Save changes'}</Button>
    </Form>
  );
};

const BucketFields: FC<{ text: ExportText; errors: FieldErrors; hasKeys: boolean }> = ({ text, errors, hasKeys }) => (
  <div class="for-bucket stack">
    <Field
      name="exportUrl"
      label="Bucket URL"
      value={text.url}
      error={errors.url}
      hint="You can add a path prefix."
      placeholder="https://my-bucket.s3.eu-central-1.amazonaws.com/footfall"
      inputmode="url"
      autocomplete="off"
      spellcheck={false}
    />
    <Field
      name="exportRegion"
      label="Region (optional)"
      value={text.region}
      error={errors.region}
      placeholder="us-east-1"
      autocomplete="off"
      spellcheck={false}
    />
    <Field
      name="exportAccessKeyId"
      label="Access key ID"
      value={text.accessKeyId}
      error={errors.accessKeyId}
      autocomplete="off"
      spellcheck={false}
    />
    <Field
      name="exportSecretAccessKey"
      label="Secret access key"
      type="password"
      error={errors.secretAccessKey}
      hint={hasKeys ? 'Leave both keys empty to keep the stored ones.' : 'Stored encrypted and never shown again.'}
      autocomplete="new-password"
    />
  </div>
);
