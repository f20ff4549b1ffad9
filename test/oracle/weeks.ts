/** Weeks with a change of clocks, where the zone has one. */
export const WEEKS = [
  ['UTC', '2026-02-26'],
  ['America/New_York', '2026-03-06'],
  ['America/New_York', '2025-10-30'],
  ['Asia/Kolkata', '2026-01-29'],
  ['Asia/Kathmandu', '2026-02-26'],
  ['Australia/Lord_Howe', '2026-04-03'],
  ['Australia/Lord_Howe', '2025-10-03'],
] as const;
