import { describeLeaks } from './leaks.js';

/** Each statement takes a while to be planned: the other functions take their turn on other days, and all of them in the long form. */
const FUNCTIONS = 60;

describeLeaks({
  title: `generated statements of ${FUNCTIONS} functions`,
  chooseNames: (all, choose) => Array.from({ length: FUNCTIONS }, () => choose(all)),
});
