import { WEEKS } from '../oracle/weeks.js';
import { describeWeeks } from './oracle-weeks.js';
import { twoShardsService } from './two-shards-service.js';

describeWeeks({ open: twoShardsService, weeks: WEEKS.slice(1, 2) });
