import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyChannel, type Origin } from '../../src/collect/steps/channel.js';
import { checkRows } from '../rows.js';
import { channels } from './arrivals/arrival.js';

const unknown: Origin = { source: 'partner', kind: undefined, medium: '', campaign: '', adClick: false };
const of = (origin: Partial<Origin>) => classifyChannel({ ...unknown, ...origin });

describe('a medium', () => {
  it('is paid', () =>
    checkRows(
      ['cp', 'cpc', 'cpa', 'cpv', 'cpcv', 'cpm2', 'ppc', 'retargeting', 'paid', 'paid-social', 'paid search'],
      (medium) => {
        expect(of({ medium })).toBe('Paid Other');
        expect(of({ medium, kind: 'search' })).toBe('Paid Search');
      },
    ));

  it('others are not', () =>
    checkRows(['ppc2', 'retargeting2', 'unpaid', 'xcpc', 'c', 'pp', '(none)'], (medium) => {
      expect(of({ medium })).toBe('Referral');
      expect(of({ medium, kind: 'search' })).toBe('Organic Search');
    }));

  it('of each channel are known', () =>
    checkRows(
      [
        ['Display', ['display', 'banner', 'expandable', 'interstitial', 'cpm']],
        ['Organic Social', ['social', 'social-network', 'social-media', 'sm', 'social network', 'social media']],
        ['Organic Video', ['video', 'online video', 'videos']],
        ['Organic Search', ['organic']],
        ['Email', ['email', 'e-mail', 'e_mail', 'e mail', 'newsletter']],
        ['Affiliates', ['affiliate', 'affiliates']],
        ['Audio', ['audio']],
        ['SMS', ['sms']],
        ['Push', ['push', 'web-push', 'mobile', 'mobile_app', 'notification', 'notifications']],
        ['Referral', ['referral', 'app', 'link']],
        [
          'Direct',
          ['', '(none)', 'something', 'pushed', 'audio2', 'sms2', 'organic2', 'displays', 'my email', 'social2'],
        ],
      ],
      ([channel, media]) => {
        for (const medium of media) expect([medium, of({ medium, source: 'direct' })]).toEqual([medium, channel]);
      },
    ));
});

describe('a campaign', () => {
  it('is for a shop', () =>
    checkRows(
      ['shop', 'shops', 'e-shop', 'eshop', 'my shop', '2shop', 'spring_shop', 'shopping', 'window-shopping'],
      (campaign) => {
        expect(of({ campaign })).toBe('Organic Shopping');
        expect(of({ campaign, adClick: true })).toBe('Paid Shopping');
      },
    ));

  it('others are not', () =>
    checkRows(['workshop', 'bishop', 'sho', 's-h-o-p', 'spring'], (campaign) => {
      expect(of({ campaign })).toBe('Referral');
    }));
});

it('is one of the list, whatever the origin', () => {
  const kind = fc.constantFrom('search', 'social', 'video', 'shopping', 'assistant', 'mail', 'other', undefined);
  const word = fc.oneof(fc.string(), fc.constantFrom('direct', 'email', 'sms', 'firebase', 'cpc', 'shop', 'video'));
  fc.assert(
    fc.property(word, kind, word, word, fc.boolean(), (source, kind, medium, campaign, adClick) => {
      expect(channels).toContain(classifyChannel({ source, kind, medium, campaign, adClick }));
    }),
  );
});
