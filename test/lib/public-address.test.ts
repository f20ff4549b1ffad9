import { expect, test } from 'vitest';
import { isPublicAddress } from '../../src/lib/public-address.js';
import { checkRows } from '../rows.js';

test('addresses of the internet are public', () =>
  checkRows(
    [
      '93.184.216.34',
      '168.63.129.15',
      '168.63.129.17',
      '1.1.1.1',
      '100.63.255.255',
      '172.32.0.1',
      '2606:4700::1111',
      '::ffff:1.1.1.1',
    ],
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  ));

test('addresses of the own network and machine are not', () =>
  checkRows(
    [
      ...[
        '127.0.0.1',
        '10.1.2.3',
        '172.16.0.1',
        '172.31.255.255',
        '192.168.0.1',
        '169.254.169.254',
        '100.64.0.1',
        '0.0.0.0',
      ],
      ...['168.63.129.16', '::ffff:168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'],
      ...['224.0.0.1', '240.0.0.1', '255.255.255.255', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1'],
      ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:a00:1'],
      ...['64:ff9b::7f00:1', '2002:7f00:1::', '2001:0:7f00:1::', '2001:db8::1', '::127.0.0.1', 'example.com', ''],
    ],
    (address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  ));
