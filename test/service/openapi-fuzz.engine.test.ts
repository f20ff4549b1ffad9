import { describeFuzz } from './openapi-fuzz.js';

describeFuzz({ runs: 6 });
