/** Loads a menu when it is first opened. Without a script or a server, it has one link. */
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
    if (response.ok && !response.redirected) content.insertAdjacentHTML('afterbegin', await response.text());
  } catch {
    // The link stays.
  }
}
