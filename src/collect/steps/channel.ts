import { DIRECT } from '../event.js';
import type { SourceKind } from './known-sources.js';

/** In lower case; empty when missing. */
export interface Origin {
  /** Name of the source; `direct` without one. */
  readonly source: string;
  readonly kind: SourceKind | undefined;
  readonly medium: string;
  readonly campaign: string;
  /** Whether the visit came with a click id of the source's own advertising network. */
  readonly adClick: boolean;
}

type Rule = readonly [channel: string, fits: (origin: Origin) => boolean];

const displayMedia = new Set(['display', 'banner', 'expandable', 'interstitial', 'cpm']);
const socialMedia = new Set(['social', 'social-network', 'social-media', 'sm', 'social network', 'social media']);
const emailWords = new Set(['email', 'e-mail', 'e_mail', 'e mail', 'newsletter']);
const affiliateMedia = new Set(['affiliate', 'affiliates']);
const referralMedia = new Set(['referral', 'app', 'link']);

const isPaid = ({ medium, adClick }: Origin): boolean =>
  adClick || (/^(?:cp|ppc$|retargeting$|paid)/.test(medium) && medium !== 'cpm');

const isShopping = ({ kind, campaign }: Origin): boolean =>
  kind === 'shopping' || /(?:[^a-df-z]|^)shop|shopping/.test(campaign);

/**
 * GA4's default channel group, with a channel for assistants and without Cross-network. The first matching rule wins.
 * https://support.google.com/analytics/answer/9756891
 */
const rules: readonly Rule[] = [
  ['Paid Shopping', (origin) => isPaid(origin) && isShopping(origin)],
  ['Paid Search', (origin) => isPaid(origin) && origin.kind === 'search'],
  ['Paid Social', (origin) => isPaid(origin) && origin.kind === 'social'],
  ['Paid Video', (origin) => isPaid(origin) && origin.kind === 'video'],
  ['Display', ({ medium }) => displayMedia.has(medium)],
  ['Paid Other', isPaid],
  ['Organic Shopping', isShopping],
  ['Organic Social', ({ kind, medium }) => kind === 'social' || socialMedia.has(medium)],
  ['Organic Video', ({ kind, medium }) => kind === 'video' || medium.includes('video')],
  ['AI Assistants', ({ kind }) => kind === 'assistant'],
  ['Organic Search', ({ kind, medium }) => kind === 'search' || medium === 'organic'],
  ['Email', ({ kind, source, medium }) => kind === 'mail' || emailWords.has(source) || emailWords.has(medium)],
  ['Affiliates', ({ medium }) => affiliateMedia.has(medium)],
  ['Audio', ({ medium }) => medium === 'audio'],
  ['SMS', ({ source, medium }) => source === 'sms' || medium === 'sms'],
  ['Push', ({ source, medium }) => source === 'firebase' || /push$|mobile|notification/.test(medium)],
  ['Referral', ({ source, medium }) => source !== 'direct' || referralMedia.has(medium)],
];

export const channelNames: readonly string[] = [...rules.map(([channel]) => channel), DIRECT];

/** `Direct` when no rule matches. */
export const classifyChannel = (origin: Origin): string => rules.find(([, fits]) => fits(origin))?.[0] ?? DIRECT;
