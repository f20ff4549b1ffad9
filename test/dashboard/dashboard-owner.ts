import { apiClient } from '../service/api-client.js';
import { sharedService } from '../service/shared-service.js';
import { signedIn } from './signed-in.js';

/** The shared service with an account that has an API key, and a person who is signed in to it. */
export async function dashboardOwner(options?: Parameters<typeof sharedService>[0]) {
  const service = await sharedService(options);
  const owner = await apiClient(service);
  return { service, owner, person: await signedIn(service, owner.accountId) };
}
