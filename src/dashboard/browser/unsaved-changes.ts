/**
 * Asks before the page is left with unsaved changes.
 *
 * @param isUnsaved whether there are changes that the submitted form does not include
 */
export function askBeforeLeaving(isUnsaved: (sent: EventTarget | null) => boolean): void {
  let sent: EventTarget | null = null;
  addEventListener('submit', (event) => {
    if (event.defaultPrevented) return;
    sent = event.target;
    // A download does not leave the page.
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

/** Ignores passwords, which browsers fill in. */
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
