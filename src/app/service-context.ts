import type { Tools } from '../collect/pipeline.js';
import type { PropNames } from '../collect/prop-names.js';
import type { ImportRecovery } from '../history/commit.js';
import type { WebsiteChanges } from '../history/website-changes.js';
import type { AppContext } from './context.js';
import type { EventPath } from './event-path.js';
import type { OpenWebsites } from './open-websites.js';

/** Parts that history, jobs and the HTTP app are opened with. */
export interface ServiceContext extends AppContext {
  readonly recovery: ImportRecovery;
  readonly websites: OpenWebsites;
  readonly path: EventPath;
  readonly tools: Tools & { readonly propNames: PropNames };
  readonly changes: WebsiteChanges;
}
