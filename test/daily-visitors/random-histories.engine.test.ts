import { describeHistories, WEEKS } from './histories.js';

const today = Math.floor(Date.now() / 86_400_000);
const [zone, from] = WEEKS[today % WEEKS.length] ?? WEEKS[0];

describeHistories([[zone, from, today]]);
