import { ChartReader } from './figures/chart-reader.js';
import { whenLoaded } from './figures/content.js';
import { loadDeferred } from './figures/deferred.js';
import { listenToKeys } from './figures/keys.js';
import { navigateInPlace } from './figures/navigation.js';
import { keepFresh } from './figures/refresh.js';
import { suggestValues } from './figures/suggestions.js';
import { showTips, Tooltip } from './figures/tooltip.js';

const tooltip = new Tooltip();
const reader = new ChartReader(tooltip);
whenLoaded(() => reader.update());
whenLoaded(() => void loadDeferred());
void loadDeferred();
showTips(tooltip);
navigateInPlace();
keepFresh();
listenToKeys(() => reader.day);
suggestValues();
