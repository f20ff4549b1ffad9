import { describeNul } from './nul.js';

describeNul({ isEverywhere: true });
