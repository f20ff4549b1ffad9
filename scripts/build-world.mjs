// Draws the dashboard's world map, which takes too long for a request: node scripts/build-world.mjs [directory]
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { geoNaturalEarth1, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';

const directory = process.argv[2] ?? fileURLToPath(new URL('../dist/dashboard/', import.meta.url));

const WIDTH = 1000;
const ANTARCTICA = '010';

/** ISO 3166-1: the numeric code of a country in the atlas, and the alpha-2 code that visitors have. */
const CODES = `
020AD 784AE 004AF 028AG 660AI 008AL 051AM 024AO 010AQ 032AR 016AS 040AT 036AU 533AW 248AX 031AZ 070BA 052BB
050BD 056BE 854BF 100BG 048BH 108BI 204BJ 652BL 060BM 096BN 068BO 076BR 044BS 064BT 072BW 112BY 084BZ 124CA
180CD 140CF 178CG 756CH 384CI 184CK 152CL 120CM 156CN 170CO 188CR 192CU 132CV 531CW 196CY 203CZ 276DE 262DJ
208DK 212DM 214DO 012DZ 218EC 233EE 818EG 732EH 232ER 724ES 231ET 246FI 242FJ 238FK 583FM 234FO 250FR 266GA
826GB 308GD 268GE 831GG 288GH 304GL 270GM 324GN 226GQ 300GR 239GS 320GT 316GU 624GW 328GY 344HK 334HM 340HN
191HR 332HT 348HU 360ID 372IE 376IL 833IM 356IN 086IO 368IQ 364IR 352IS 380IT 832JE 388JM 400JO 392JP 404KE
417KG 116KH 296KI 174KM 659KN 408KP 410KR 414KW 136KY 398KZ 418LA 422LB 662LC 438LI 144LK 430LR 426LS 440LT
442LU 428LV 434LY 504MA 492MC 498MD 499ME 663MF 450MG 584MH 807MK 466ML 104MM 496MN 446MO 580MP 478MR 500MS
470MT 480MU 462MV 454MW 484MX 458MY 508MZ 516NA 540NC 562NE 574NF 566NG 558NI 528NL 578NO 524NP 520NR 570NU
554NZ 512OM 591PA 604PE 258PF 598PG 608PH 586PK 616PL 666PM 612PN 630PR 275PS 620PT 585PW 600PY 634QA 642RO
688RS 643RU 646RW 682SA 090SB 690SC 729SD 752SE 702SG 654SH 705SI 703SK 694SL 674SM 686SN 706SO 740SR 728SS
678ST 222SV 534SX 760SY 748SZ 796TC 148TD 260TF 768TG 764TH 762TJ 626TL 795TM 788TN 776TO 792TR 780TT 158TW
834TZ 804UA 800UG 840US 858UY 860UZ 336VA 670VC 862VE 092VG 850VI 704VN 548VU 876WF 882WS 887YE 710ZA 894ZM
716ZW
`;

const codeOfNumber = new Map(
  CODES.trim()
    .split(/\s+/)
    .map((each) => [each.slice(0, 3), each.slice(3)]),
);

const require = createRequire(import.meta.url);
const large = countries('110m');
const projection = geoNaturalEarth1().fitWidth(WIDTH, { type: 'FeatureCollection', features: large });
const path = geoPath(projection).digits(0);

const shapes = large.map((country) => ({ code: countryCode(country), path: relative(path(country) ?? '') }));
const drawn = new Set(shapes.map(({ code }) => code));
const smallCountries = countries('50m')
  .map((country) => ({ country, code: countryCode(country) }))
  .filter(({ code }) => code !== '' && !drawn.has(code))
  .map(({ country, code }) => {
    const [x, y] = path.centroid(country);
    return { code, x: Math.round(x), y: Math.round(y) };
  });
const height = Math.ceil(path.bounds({ type: 'FeatureCollection', features: large })[1][1]);
await mkdir(`${directory}/assets`, { recursive: true });
// The whole land and each country have an id: a page refers to them, so that no page contains the shapes.
const countryShapes = shapes.map(({ code, path }) => `<path${code === '' ? '' : ` id="${code}"`} d="${path}"/>`);
await writeFile(
  `${directory}/assets/world.svg`,
  `<svg xmlns="http://www.w3.org/2000/svg"><g id="land">${countryShapes.join('')}</g></svg>`,
);
const shapeCodes = shapes.map(({ code }) => code).filter((code) => code !== '');
await writeFile(`${directory}/world.json`, JSON.stringify({ width: WIDTH, height, shapeCodes, smallCountries }));

function countries(resolution) {
  const atlas = require(`world-atlas/countries-${resolution}.json`);
  return feature(atlas, atlas.objects.countries).features.filter(({ id }) => id !== ANTARCTICA);
}

/** The atlas has Kosovo only by name. */
function countryCode({ id, properties }) {
  return properties.name === 'Kosovo' ? 'XK' : (codeOfNumber.get(String(id)) ?? '');
}

/** Relative coordinates without zero-length steps take half as many bytes. */
function relative(absolute) {
  return absolute.replaceAll(/M([^MZ]*)Z/g, (_, ring) => {
    const [first, ...rest] = ring.split('L').map((point) => point.split(',').map(Number));
    let [x, y] = first;
    const steps = rest.flatMap(([nextX, nextY]) => {
      const step = [nextX - x, nextY - y];
      [x, y] = [nextX, nextY];
      return step[0] === 0 && step[1] === 0 ? [] : step;
    });
    return steps.length < 4 ? '' : `M${first.join(' ')}l${steps.join(' ').replaceAll(' -', '-')}z`;
  });
}
