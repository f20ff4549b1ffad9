import { describe, expect, it } from 'vitest';
import { sampleApp } from './sample-app.js';

const ready = async () => {};
const broken = async () => {
  throw new Error('connect ECONNREFUSED 10.0.0.7:5432');
};

describe('health', () => {
  it('is live whatever is broken', async () => {
    const response = await sampleApp({ checks: { postgres: broken } }).app.request('/health/live');
    expect(response.status).toBe(200);
  });

  it('is ready when all is', async () => {
    const { app } = sampleApp({ checks: { postgres: ready, clickhouse: ready } });
    const response = await app.request('/health/ready');
    expect(response.status).toBe(200);
    expect(await response.json()).toStrictEqual({ status: 'ready' });
    expect((await app.request('/health/ready', { method: 'HEAD' })).status).toBe(200);
  });

  it('names what is not ready, and says no more', async () => {
    const throws = () => {
      throw new Error('secret');
    };
    const { app } = sampleApp({ checks: { postgres: broken, clickhouse: ready, journal: throws } });
    const response = await app.request('/health/ready');
    expect(response.status).toBe(503);
    expect(await response.json()).toStrictEqual({ status: 'not ready', notReady: ['postgres', 'journal'] });
  });

  it('does not wait for what does not answer', async () => {
    const { app } = sampleApp({ checks: { clickhouse: () => new Promise(() => {}) } });
    const response = await app.request('/health/ready');
    expect(await response.json()).toStrictEqual({ status: 'not ready', notReady: ['clickhouse'] });
  });

  it('tells once why it is not ready, and once that it is again', async () => {
    let check: () => Promise<void> = broken;
    const { app, healthLog } = sampleApp({ checks: { postgres: () => check(), clickhouse: ready } });
    for (let time = 0; time < 3; time += 1) await app.request('/health/ready');
    expect(healthLog).toEqual(['postgres: connect ECONNREFUSED 10.0.0.7:5432']);
    check = ready;
    for (let time = 0; time < 3; time += 1) await app.request('/health/ready');
    expect(healthLog.slice(1)).toEqual(['postgres passes']);
  });
});
