import { describeNul } from './nul.js';

describeNul({ isEverywhere: false });
