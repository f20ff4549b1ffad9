/**
 * Asks before the page is left with unsaved changes.
 *
 * @param isUnsaved says whether there are changes that a sent form does not take along
 */
export function askBeforeLeaving(isUnsaved: (sent: EventTarget | null) => boolean): void {
  let sent: EventTarget | null = null;
  addEventListener('submit', (event) => {
    if (event.defaultPrevented) return;
    sent = event.target;
    // A download leaves the page open.
    setTimeout(() => {
      sent = null;
    }, 2_000);
  });
  addEventListener('beforeunload', (event) => {
    if (isUnsaved(sent)) event.preventDefault();
  });
}

/** Asks before changed settings are lost. */
export function keepSettings(): void {
  const forms = [...document.querySelectorAll('form')].filter(
    (form) => form.closest('.settings-part') ?? form.querySelector('.settings-part'),
  );
  if (forms.length > 0) askBeforeLeaving((sent) => forms.some((form) => form !== sent && isChanged(form)));
}

const isChanged = (form: HTMLFormElement): boolean => [...form.elements].some(hasChanged);

/** Returns whether a field differs from what the page came with. Passwords do not count: browsers fill them in. */
function hasChanged(field: Element): boolean {
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (field instanceof HTMLSelectElement) {
    const first = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
    return field.selectedIndex !== Math.max(first, 0);
  }
  if (!(field instanceof HTMLInputElement)) return false;
  switch (field.type) {
    case 'password':
      return false;
    case 'checkbox':
    case 'radio':
      return field.checked !== field.defaultChecked;
    case 'file':
      return (field.files?.length ?? 0) > 0;
    default:
      return field.value !== field.defaultValue;
  }
}
