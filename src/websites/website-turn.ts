/** The name under which processes take turns at what changes the stored events of a website. */
export const websiteTurn = (websiteId: string): string => `website ${websiteId}`;
