import { accountRoutes } from './account.js';
import { deleteEventsRoutes } from './delete-events.js';
import { importRoutes } from './import.js';
import type { Services } from './services.js';
import { statsRoutes } from './stats.js';
import { websiteRoutes } from './websites.js';

/** Every route of the interface, as the document lists them. */
export const routesOf = (services: Services) => [
  ...accountRoutes(services),
  ...websiteRoutes(services),
  ...statsRoutes(services),
  ...importRoutes(services),
  ...deleteEventsRoutes(services),
];
