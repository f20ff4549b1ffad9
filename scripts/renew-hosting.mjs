// Renews lists/hosting-networks.txt: the networks of lists/hosting-asns.tsv in the newest @ip-location-db/asn. npm run renew:hosting
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = '@ip-location-db/asn';
const lists = fileURLToPath(new URL('../lists/', import.meta.url));

const asns = new Set(
  readFileSync(`${lists}hosting-asns.tsv`, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t')[0]),
);

const folder = mkdtempSync(join(tmpdir(), 'footfall-asn-'));
try {
  run('npm', 'pack', PACKAGE, '--silent', '--pack-destination', folder);
  run('tar', '-xzf', join(folder, readdirSync(folder)[0]), '-C', folder);
  const { version } = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8'));
  const blocks = [...readBlocks('asn-ipv4-num.csv', 32, ipv4Text), ...readBlocks('asn-ipv6-num.csv', 128, ipv6Text)];
  const head = [
    `# Networks of lists/hosting-asns.tsv, made by npm run renew:hosting of ${PACKAGE} ${version}:`,
    '# RouteViews (routeviews.org) and IP to ASN data by DB-IP (db-ip.com), CC BY 4.0.',
  ];
  writeFileSync(`${lists}hosting-networks.txt`, `${[...head, ...blocks].join('\n')}\n`);
  process.stdout.write(`${blocks.length.toLocaleString('en')} networks\n`);
} finally {
  rmSync(folder, { recursive: true });
}

function run(command, ...args) {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${command} has failed`);
}

/** Lines are `first,last,asn,name`, in order. Adjacent ranges are joined. */
function readBlocks(file, bits, textOf) {
  const ranges = [];
  for (const line of readFileSync(join(folder, 'package', file), 'utf8').split('\n')) {
    const [first, last, asn] = line.split(',', 3);
    if (!asns.has(asn)) continue;
    const [start, end] = [BigInt(first), BigInt(last) + 1n];
    const before = ranges.at(-1);
    if (before?.end === start) before.end = end;
    else ranges.push({ start, end });
  }
  return ranges.flatMap(({ start, end }) => {
    const blocks = [];
    for (let at = start; at < end; ) {
      let size = at === 0n ? 1n << BigInt(bits) : at & -at;
      while (at + size > end) size >>= 1n;
      blocks.push(`${textOf(at)}/${bits - size.toString(2).length + 1}`);
      at += size;
    }
    return blocks;
  });
}

function ipv4Text(address) {
  return [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 255n).join('.');
}

/** In its short form, as `URL` writes it. */
function ipv6Text(address) {
  const groups = Array.from({ length: 8 }, (_, index) => ((address >> BigInt(112 - 16 * index)) & 65535n).toString(16));
  return new URL(`http://[${groups.join(':')}]/`).hostname.slice(1, -1);
}
