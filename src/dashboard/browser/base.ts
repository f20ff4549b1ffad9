import { offerCopying } from './copy.js';
import { openDialogs } from './dialog.js';
import { refuseLargeFiles } from './large-files.js';
import { closeMenus } from './menu.js';
import { switchMode } from './mode.js';

offerCopying(document);
openDialogs();
closeMenus();
refuseLargeFiles();
switchMode();
