import { accountRoutes } from './account.js';
import { deleteEventsRoutes } from './delete-events.js';
import { exportRoutes } from './export.js';
import { importRoutes } from './import.js';
import type { Services } from './services.js';
import { sqlRoutes } from './sql.js';
import { statsRoutes } from './stats.js';
import { websiteRoutes } from './websites.js';

/** Returns every route of the interface, in the order of the document. */
export const apiRoutes = (services: Services) => [
  ...accountRoutes(services),
  ...websiteRoutes(services),
  ...statsRoutes(services),
  ...sqlRoutes(services),
  ...importRoutes(services),
  ...exportRoutes(services),
  ...deleteEventsRoutes(services),
];
