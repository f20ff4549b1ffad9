import { describeZoneChanges } from './zone-changes.js';

describeZoneChanges({ zones: ['Asia/Kathmandu', 'Europe/Berlin'], count: 2 });
