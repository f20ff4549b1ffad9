import { expect, it } from 'vitest';
import { ConfigError, readConfig } from '../src/config.js';

it.each(['never', 'monthly', 'daily'])('takes %s for VISITOR_ID_ROTATION', (rotation) => {
  expect(readConfig({ VISITOR_ID_ROTATION: rotation }).visitorIdRotation).toBe(rotation);
});

it.each([{}, { VISITOR_ID_ROTATION: '' }])(
  'never rotates the ids of visitors unless it is told to: %j',
  (environment) => {
    expect(readConfig(environment).visitorIdRotation).toBe('never');
  },
);

it.each(['weekly', 'Daily', 'true', '0'])('names VISITOR_ID_ROTATION when it is %s', (rotation) => {
  const reading = () => readConfig({ VISITOR_ID_ROTATION: rotation });
  expect(reading).toThrow(ConfigError);
  expect(reading).toThrow(/^VISITOR_ID_ROTATION: [^;]*"never"\|"monthly"\|"daily"$/);
});
