import { describeZoneChanges } from './zone-changes.js';

describeZoneChanges({
  zones: ['Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'Europe/Berlin'],
  count: 4,
});
