import { pages } from '../../src/dashboard/pages/pages.js';
import { fieldName } from '../../src/dashboard/ui/sent-form.js';

/** Every form of the dashboard: its path, its page, and the fields that it names. */
export const allForms = pages.flatMap(({ path, access, forms = [] }) =>
  forms.map((form) => ({
    form: `${path}${form.path}`,
    path,
    access,
    fields: Object.keys(form.fields).map((name) => fieldName(form, name)),
  })),
);

/** The same value in each field of a form, and in some that objects have of their own. */
export const filledIn = ({ fields }: { readonly fields: readonly string[] }, value: string) =>
  Object.fromEntries([...fields, '__proto__', 'constructor'].map((name) => [name, value]));
