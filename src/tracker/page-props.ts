import type { Props } from './clamp-props.js';

let props: Props | undefined;

/** Of each pageview, in the package. The script has attributes. */
export function setPageProps(given: Props | undefined): void {
  props = given;
}

export const pageProps = (): Props | undefined => props;
