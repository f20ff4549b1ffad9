import { settings } from '../../src/websites/setting-table.js';

/** Fields of all forms: the settings of a website, and what other forms have. */
export const FIELDS = [
  ...Object.keys(settings),
  ...['exclude', 'icon', 'removeIcon', 'updatedAt', 'host', 'typedDomain', 'linkName', 'linkPassword', 'token'],
  ...['visitorId', 'ip', 'userAgent', 'exportDestination', 'exportFolder', 'exportUrl', 'exportRegion', 'exportFrom'],
  ...[
    'recipient',
    'email',
    'segments',
    'topic',
    'format',
    'url',
    'topics',
    'webhook',
    'deletion',
    'query',
    'description',
  ],
  ...['name', 'language', 'kind', 'value', 'property', 'propertyValue', 'id', 'force'],
  ...['noteAt', 'noteUntil', 'noteText', 'editedId', 'editedAt', 'editedUntil', 'editedText'],
  ...['moreName', 'moreWebsites', 'moreExpires', 'moreRead', 'moreSql', 'key'],
  ...['opened', 'session', 'replaces', 'password', 'newPassword', 'code', 'picture', '__proto__', 'constructor'],
];
