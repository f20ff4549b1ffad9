import type { Services } from '../services.js';
import { accountRoutes } from './account.js';
import { behaviorRoutes } from './behavior.js';
import { changesRoutes } from './changes.js';
import { definitionRoutes } from './definitions.js';
import { deleteEventsRoutes } from './delete-events.js';
import { deleteVisitorRoutes } from './delete-visitor.js';
import { eventRoutes } from './events.js';
import { exportRoutes } from './export.js';
import { importRoutes } from './import.js';
import { keyRoutes } from './keys.js';
import { queryRoutes } from './queries.js';
import { retentionRoutes } from './retention.js';
import { scheduledExportRoutes } from './scheduled-export.js';
import { sqlRoutes } from './sql.js';
import { statsRoutes } from './stats.js';
import { statsQueryRoutes } from './stats-query.js';
import { websiteRoutes } from './websites.js';

/** In the order of the OpenAPI document. */
export const apiRoutes = (services: Services) => [
  ...accountRoutes(services),
  ...keyRoutes(services),
  ...websiteRoutes(services),
  ...statsRoutes(services),
  ...statsQueryRoutes(services),
  ...definitionRoutes(services),
  ...behaviorRoutes(services),
  ...changesRoutes(services),
  ...sqlRoutes(services),
  ...queryRoutes(services),
  ...eventRoutes(services),
  ...importRoutes(services),
  ...exportRoutes(services),
  ...scheduledExportRoutes(services),
  ...deleteEventsRoutes(services),
  ...deleteVisitorRoutes(services),
  ...retentionRoutes(services),
];
