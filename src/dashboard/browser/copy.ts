import { t } from './t.js';

const TOLD_MS = 2000;

export function offerCopying(inside: ParentNode): void {
  for (const button of inside.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', () => void copy(button));
  }
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const label = button.querySelector('[data-copy-label]') ?? button;
  const before = label.textContent;
  const copied = await write(button.dataset.copy ?? '');
  label.textContent = copied ? t('Copied') : t('Press Ctrl+C');
  button.disabled = true;
  setTimeout(() => {
    label.textContent = before;
    button.disabled = false;
  }, TOLD_MS);
}

/** Pages without TLS cannot use the clipboard API, but the old command still works there. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    return copied;
  }
}
