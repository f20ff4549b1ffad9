/** All tables, by area. */
export * from './schema/accounts.js';
export * from './schema/definitions.js';
export * from './schema/history.js';
export * from './schema/installation.js';
export * from './schema/jobs.js';
export * from './schema/notifications.js';
export * from './schema/websites.js';
