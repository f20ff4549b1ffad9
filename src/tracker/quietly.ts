/** A page must never notice that it is being counted: what fails here fails in silence. */
export const quietly =
  <A extends readonly unknown[]>(act: (...args: A) => void) =>
  (...args: A): void => {
    try {
      act(...args);
    } catch {
      // Nothing that the page could do about it.
    }
  };
