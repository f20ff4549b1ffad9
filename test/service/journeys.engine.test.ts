import { describeJourneys } from './journeys.js';

describeJourneys({ zone: 'Europe/Berlin', from: '2026-03-24', seed: 78, journeys: 8 });
