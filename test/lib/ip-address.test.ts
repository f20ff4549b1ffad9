import { describe, expect, it } from 'vitest';
import { addressSet, isAddressBlock, parseAddress, toBytes, toNetwork } from '../../src/lib/ip-address.js';
import { checkRows } from '../rows.js';

describe('parseAddress', () => {
  it('reads addresses of both families', () =>
    checkRows(
      [
        ['192.0.2.1', '192.0.2.1', 'ipv4'],
        [' 192.0.2.1 ', '192.0.2.1', 'ipv4'],
        ['::ffff:192.0.2.1', '192.0.2.1', 'ipv4'],
        ['::FFFF:C000:201', '192.0.2.1', 'ipv4'],
        ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1', 'ipv4'],
        ['2001:DB8:0:0:0:0:0:1', '2001:db8::1', 'ipv6'],
        ['fe80::1%eth0', 'fe80::1', 'ipv6'],
        ['::', '::', 'ipv6'],
      ],
      ([text, short, family]) => {
        expect(parseAddress(text)).toEqual({ text: short, family });
      },
    ));

  it('refuses other texts', () =>
    checkRows(
      [
        '',
        ' ',
        'localhost',
        '1.2.3',
        '1.2.3.4.5',
        '256.1.1.1',
        '01.2.3.4',
        '1.2.3.4:80',
        '[::1]',
        '::1/64',
        ':::',
        '\0',
        '٣.1.1.1',
      ],
      (text) => {
        expect(parseAddress(text)).toBeUndefined();
      },
    ));
});

it('addressSet holds addresses and blocks in any spelling, and nothing else', () => {
  const holds = addressSet(['192.0.2.0/31', '2001:db8::/127', 'nonsense']);
  expect(['192.0.2.0', '::ffff:192.0.2.1', '2001:DB8::1'].map(holds)).toEqual([true, true, true]);
  expect(['192.0.2.2', '2001:db8::2', 'nonsense', ''].map(holds)).toEqual([false, false, false, false]);
});

describe('isAddressBlock', () => {
  it('each network is one', () =>
    checkRows(['1.2.3.4', '10.0.0.0/8', '::1', 'fd00::/8', '::ffff:192.0.2.0/120'], (text) => {
      expect(isAddressBlock(text)).toBe(true);
    }));

  it('another text is none', () =>
    checkRows(
      ['x', '', ' 1.2.3.4', 'fe80::1%eth0', '10.0.0.0/33', '10.0.0.0/x', '10.0.0.0/', '10.0.0.0/8/8', 'fd00::/129'],
      (text) => {
        expect(isAddressBlock(text)).toBe(false);
      },
    ));
});

describe('networkOf', () => {
  it('takes the subscriber of an address', () =>
    checkRows(
      [
        ['192.0.2.1', '192.0.2.1'],
        ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
        ['2001:db8:1:2::6', '2001:db8:1:2'],
        ['2001:db8::6', '2001:db8:0:0'],
        ['::1', '0:0:0:0'],
        ['::', '0:0:0:0'],
        ['', ''],
      ],
      ([address, network]) => {
        expect(toNetwork(address)).toBe(network);
      },
    ));
});

describe('toBytes', () => {
  const zeros = (count: number) => Array<number>(count).fill(0);

  it('reads those of each family', () =>
    checkRows(
      [
        ['192.0.2.255', [192, 0, 2, 255]],
        ['::', zeros(16)],
        ['::1', [...zeros(15), 1]],
        ['2001:db8::', [32, 1, 13, 184, ...zeros(12)]],
        ['2001:db8:0:1::ab', [32, 1, 13, 184, 0, 0, 0, 1, ...zeros(7), 171]],
        ['1:2:3:4:5:6:7:fff8', [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 255, 248]],
        ['::8.8.4.4', [...zeros(12), 8, 8, 4, 4]],
        ['::808:404', [...zeros(12), 8, 8, 4, 4]],
      ],
      ([text, bytes]) => {
        const address = parseAddress(text);
        expect(address && toBytes(address)).toEqual(bytes);
      },
    ));
});
