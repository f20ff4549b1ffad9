/** A page must never notice that it is being counted: what fails here fails in silence, and answers nothing. */
export const quietly =
  <A extends readonly unknown[], Answer>(act: (...args: A) => Answer) =>
  (...args: A): Answer | undefined => {
    try {
      return act(...args);
    } catch {
      // Nothing that the page could do about it.
    }
  };
