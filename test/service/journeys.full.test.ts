import { describeJourneys } from './journeys.js';
import { unmergedService } from './unmerged-service.js';

describeJourneys({ zone: 'America/New_York', from: '2025-10-28', seed: 72, journeys: 60, open: unmergedService });
describeJourneys({ zone: 'Australia/Lord_Howe', from: '2026-03-31', seed: 73, journeys: 60 });
describeJourneys({ zone: 'Asia/Kathmandu', from: '2026-02-24', seed: 74, journeys: 60 });
