import { describe, expect, it } from 'vitest';
import { nameOfHost } from '../../src/collect/steps/known-sources.js';
import { checkRows } from '../rows.js';

describe('country domains', () => {
  it('of Google are Google, all of them', () => {
    const suffixes =
      'com ad ae com.af com.ag al am co.ao com.ar as at com.au az ba com.bd be bf bg com.bh bi bj com.bn com.bo com.br ' +
      'bs bt co.bw by com.bz ca cat cd cf cg ch ci co.ck cl cm cn com.co co.cr com.cu cv com.cy cz de dj dk dm com.do ' +
      'dz com.ec ee com.eg es com.et fi com.fj fm fr ga ge gg com.gh com.gi gl gm gr com.gt gy com.hk hn hr ht hu ' +
      'co.id ie co.il im co.in iq is it je com.jm jo co.jp co.ke com.kh ki kg co.kr com.kw kz la com.lb li lk co.ls lt ' +
      'lu lv com.ly co.ma md me mg mk ml com.mm mn com.mt mu mv mw com.mx com.my co.mz com.na com.ng com.ni ne nl no ' +
      'com.np nr nu co.nz com.om com.pa com.pe com.pg com.ph com.pk pl pn com.pr ps pt com.py com.qa ro rs ru rw ' +
      'com.sa com.sb sc se com.sg sh si sk com.sl sm sn so sr st com.sv td tg co.th com.tj tl tm tn to com.tr tt ' +
      'com.tw co.tz com.ua co.ug co.uk com.uy co.uz com.vc co.ve co.vi com.vn vu ws co.za co.zm co.zw';
    for (const host of suffixes.split(' ').map((suffix) => `google.${suffix}`)) {
      expect([host, nameOfHost(host), nameOfHost(`www.${host}`)]).toEqual([host, 'Google', 'Google']);
      expect([host, nameOfHost(`maps.${host}`)]).toEqual([host, 'Google Maps']);
    }
  });

  it('of each are known', () =>
    checkRows(
      [
        ['Yahoo', ['yahoo.com', 'yahoo.de', 'yahoo.co.uk', 'yahoo.com.tw']],
        ['Yandex', ['yandex.ru', 'yandex.com', 'yandex.kz', 'yandex.com.tr', 'yandex.by', 'yandex.uz', 'ya.ru']],
        ['AOL', ['aol.com', 'aol.de', 'aol.co.uk']],
        [
          'Amazon',
          ['amazon.com', 'amazon.co.uk', 'amazon.com.br', 'amazon.com.be', 'amazon.ae', 'amazon.sg', 'amazon.in'],
        ],
        ['eBay', ['ebay.com', 'ebay.de', 'ebay.co.uk', 'ebay.com.au', 'ebay.it']],
        ['Pinterest', ['pinterest.com', 'pinterest.de', 'pinterest.co.uk', 'pinterest.com.mx', 'pinterest.jp']],
        ['Yahoo Mail', ['mail.yahoo.com', 'mail.yahoo.co.jp', 'mail.yahoo.co.uk', 'mail.yahoo.com.br']],
        ['Zalando', ['zalando.de', 'zalando.fr', 'zalando.co.uk', 'zalando.pl']],
        ['idealo', ['idealo.de', 'idealo.at', 'idealo.co.uk', 'idealo.it']],
      ],
      ([name, domains]) => {
        expect(domains.map(nameOfHost)).toEqual(domains.map(() => name));
      },
    ));
});
