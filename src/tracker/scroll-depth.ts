/** The furthest lower edge of the window in the page, in pixels. */
let furthest = 0;

export function updateScrolling(): void {
  furthest = Math.max(furthest, scrollY + innerHeight);
}

/** A new page may still be scrolled as the one before: its first position counts when it is left. */
export function restartScrolling(): void {
  furthest = 0;
}

/** The furthest depth of the view, 0 to 100; 100 for a page shorter than the window. Pages may grow while they are read. */
export function scrollDepth(): number {
  updateScrolling();
  return Math.min(100, Math.round((furthest / document.documentElement.scrollHeight) * 100)) || 0;
}
