/**
 * Names of IANA's tz database (2025b) that `Intl.supportedValuesOf('timeZone')` leaves out: it lists one name of each zone,
 * and may prefer an older one, such as `Asia/Calcutta`.
 */
const OTHER_NAMES = `
Africa/Asmara Africa/Timbuktu America/Argentina/Buenos_Aires America/Argentina/Catamarca
America/Argentina/ComodRivadavia America/Argentina/Cordoba America/Argentina/Jujuy America/Argentina/Mendoza
America/Atikokan America/Atka America/Ensenada America/Fort_Wayne America/Indiana/Indianapolis
America/Kentucky/Louisville America/Knox_IN America/Montreal America/Nipigon America/Nuuk America/Pangnirtung
America/Porto_Acre America/Rainy_River America/Rosario America/Santa_Isabel America/Shiprock America/Thunder_Bay
America/Virgin America/Yellowknife Antarctica/South_Pole Asia/Ashkhabad Asia/Choibalsan Asia/Chongqing Asia/Chungking
Asia/Dacca Asia/Harbin Asia/Ho_Chi_Minh Asia/Istanbul Asia/Kashgar Asia/Kathmandu Asia/Kolkata Asia/Macao
Asia/Tel_Aviv Asia/Thimbu Asia/Ujung_Pandang Asia/Ulan_Bator Asia/Yangon Atlantic/Faroe Atlantic/Jan_Mayen
Australia/ACT Australia/Canberra Australia/Currie Australia/LHI Australia/NSW Australia/North Australia/Queensland
Australia/South Australia/Tasmania Australia/Victoria Australia/West Australia/Yancowinna Brazil/Acre Brazil/DeNoronha
Brazil/East Brazil/West CET CST6CDT Canada/Atlantic Canada/Central Canada/Eastern Canada/Mountain Canada/Newfoundland
Canada/Pacific Canada/Saskatchewan Canada/Yukon Chile/Continental Chile/EasterIsland Cuba EET EST EST5EDT Egypt Eire
Etc/GMT Etc/GMT+0 Etc/GMT+1 Etc/GMT+10 Etc/GMT+11 Etc/GMT+12 Etc/GMT+2 Etc/GMT+3 Etc/GMT+4 Etc/GMT+5 Etc/GMT+6
Etc/GMT+7 Etc/GMT+8 Etc/GMT+9 Etc/GMT-0 Etc/GMT-1 Etc/GMT-10 Etc/GMT-11 Etc/GMT-12 Etc/GMT-13 Etc/GMT-14 Etc/GMT-2
Etc/GMT-3 Etc/GMT-4 Etc/GMT-5 Etc/GMT-6 Etc/GMT-7 Etc/GMT-8 Etc/GMT-9 Etc/GMT0 Etc/Greenwich Etc/UCT Etc/UTC
Etc/Universal Etc/Zulu Europe/Belfast Europe/Kyiv Europe/Nicosia Europe/Tiraspol Europe/Uzhgorod Europe/Zaporozhye GB
GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich HST Hongkong Iceland Iran Israel Jamaica Japan Kwajalein Libya MET MST MST7MDT
Mexico/BajaNorte Mexico/BajaSur Mexico/General NZ NZ-CHAT Navajo PRC PST8PDT Pacific/Chuuk Pacific/Johnston
Pacific/Kanton Pacific/Pohnpei Pacific/Samoa Pacific/Yap Poland Portugal ROC ROK Singapore Turkey UCT US/Alaska
US/Aleutian US/Arizona US/Central US/East-Indiana US/Eastern US/Hawaii US/Indiana-Starke US/Michigan US/Mountain
US/Pacific US/Samoa UTC Universal W-SU WET Zulu
`;

const spellings = new Map(
  [...Intl.supportedValuesOf('timeZone'), ...OTHER_NAMES.trim().split(/\s+/)].map((name) => [name.toLowerCase(), name]),
);

/** Returns a zone's name in IANA's case, without replacing an older name: `europe/berlin` is `Europe/Berlin`. */
export const spellTimeZone = (name: string): string => spellings.get(name.toLowerCase()) ?? name;

/** Zones that IANA has renamed, but `Intl` still lists under the old name: old and current names in turn. */
const RENAMED = `
Africa/Asmera Africa/Asmara America/Buenos_Aires America/Argentina/Buenos_Aires
America/Catamarca America/Argentina/Catamarca America/Coral_Harbour America/Atikokan
America/Cordoba America/Argentina/Cordoba America/Godthab America/Nuuk
America/Indianapolis America/Indiana/Indianapolis America/Jujuy America/Argentina/Jujuy
America/Louisville America/Kentucky/Louisville America/Mendoza America/Argentina/Mendoza
Asia/Calcutta Asia/Kolkata Asia/Katmandu Asia/Kathmandu Asia/Rangoon Asia/Yangon Asia/Saigon Asia/Ho_Chi_Minh
Atlantic/Faeroe Atlantic/Faroe Europe/Kiev Europe/Kyiv Pacific/Enderbury Pacific/Kanton
Pacific/Ponape Pacific/Pohnpei Pacific/Truk Pacific/Chuuk
`;

const presentNames = new Map(
  [...RENAMED.matchAll(/(\S+)\s+(\S+)/g)].map(([, former = '', present = '']) => [former, present]),
);

/** Returns IANA's current name of a zone: `Asia/Calcutta` is `Asia/Kolkata`. Other names are returned unchanged. */
export const presentZoneName = (name: string): string => presentNames.get(name) ?? name;
