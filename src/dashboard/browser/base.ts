import { offerCopying } from './copy.js';
import { openDialogs } from './dialog.js';
import { forgetSubmission } from './forget-submission.js';
import { refuseLargeFiles } from './large-files.js';
import { loadMenus } from './lazy-menu.js';
import { closeMenus } from './menu.js';
import { switchMode } from './mode.js';
import { keepSettings } from './unsaved-changes.js';

offerCopying(document);
openDialogs();
closeMenus();
loadMenus();
refuseLargeFiles();
switchMode();
forgetSubmission();
keepSettings();
