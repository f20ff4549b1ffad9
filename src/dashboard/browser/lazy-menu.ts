/**
 * Loads what a menu lacks when it is first opened: links before its own, or what its links have in elements with `data-part`.
 * Without a script or a server, it has only its own links.
 */
export function loadMenus(): void {
  document.addEventListener(
    'toggle',
    ({ target }) => {
      const content = target instanceof Element ? target.querySelector<HTMLElement>('[data-load]') : null;
      if (content) void load(content);
    },
    true,
  );
}

async function load(content: HTMLElement): Promise<void> {
  const path = content.dataset.load ?? '';
  delete content.dataset.load;
  try {
    const response = await fetch(path);
    if (!response.ok || response.redirected) return;
    const template = document.createElement('template');
    template.innerHTML = await response.text();
    const loaded = template.content;
    const parts = content.querySelectorAll<HTMLElement>('[data-part]');
    for (const part of parts) {
      part.innerHTML = loaded.querySelector(`[data-part="${part.dataset.part}"]`)?.innerHTML ?? '';
    }
    if (parts.length === 0) content.prepend(loaded);
  } catch {
    // The links stay.
  }
}
