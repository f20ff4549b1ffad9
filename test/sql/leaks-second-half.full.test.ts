import { describeLeaks } from './leaks.js';

describeLeaks({
  title: 'generated statements of the second half of the functions',
  chooseNames: (all) => all.slice(Math.ceil(all.length / 2)),
});
