const google = ['Google', 'YouTube', 'Gmail', 'Google Shopping', 'Google Maps', 'DoubleClick'];
const microsoft = ['Bing', 'MSN', 'Outlook', 'Microsoft Copilot', 'Yahoo', 'AOL', 'DuckDuckGo', 'Ecosia', 'Qwant'];

/**
 * Parameters that networks add to the links of their advertisements, with the sources that show such an advertisement,
 * the network itself first. `fbclid` is not among them: Facebook adds it to every link, paid or not.
 */
export const clickIds: Readonly<Record<string, readonly string[]>> = {
  ScCid: ['Snapchat'],
  gbraid: google,
  gclid: google,
  li_fat_id: ['LinkedIn'],
  msclkid: microsoft,
  rdt_cid: ['Reddit'],
  ttclid: ['TikTok'],
  twclid: ['X'],
  wbraid: google,
  yclid: ['Yandex', 'Yandex Mail', 'Dzen'],
};
