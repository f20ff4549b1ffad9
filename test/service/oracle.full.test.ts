import { describeWeeks } from './oracle-weeks.js';

describeWeeks();
