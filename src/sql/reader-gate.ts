import { type Text, t } from '../lib/language/translate.js';
import { ReaderError } from './reader.js';

/**
 * Functions that read files, inspect the host, wait, or open connections, whatever the rights of the caller. Their
 * names are refused anywhere in a statement, because functions can also be passed by name: `* APPLY(file)`.
 */
const REFUSED_FUNCTIONS: ReadonlySet<string> = new Set([
  ...['file', 'catboostevaluate', 'evalmlmethod', 'sleep', 'sleepeachrow', 'trap', 'logtrace', 'reversednsquery'],
  ...['aiclassify', 'aiembed', 'aiextract', 'aigenerate', 'aigeneratecontent', 'aigenerateembedding', 'aitranslate'],
  ...['getserversetting', 'getmacro', 'getclienthttpheader', 'getserverport', 'getmergetreesetting', 'showcertificate'],
  ...['addresstoline', 'addresstolinewithinlines', 'addresstosymbol', 'demangle', 'generateserialid'],
  ...['joinget', 'joingetornull', 'globalvariable'],
  // They reveal how many rows of other accounts were read.
  ...['blocknumber', 'blocksize', 'rownumberinblock', 'nowinblock', 'nowinblock64', 'blockserializedsize'],
  'runningconcurrency',
  // These statements can stand in place of a table.
  ...['explain', 'processlist'],
]);

/** Refused only when called, because columns may have these names. */
export const REFUSED_CALLS: ReadonlySet<string> = new Set([
  ...['hostname', 'fullhostname', 'fqdn', 'tcpport', 'serveruuid', 'buildid', 'getoskernelversion', 'tid', 'uptime'],
  ...['filesystemavailable', 'filesystemcapacity', 'filesystemunreserved', 'zookeepersessionuptime', 'hasthreadfuzzer'],
  ...['transactionid', 'transactionlatestsnapshot', 'transactionoldestsnapshot'],
]);

/** Table functions that generate rows, or read only the statement itself. All others are refused. */
export const TABLE_FUNCTIONS: ReadonlySet<string> = new Set([
  ...['numbers', 'numbers_mt', 'zeros', 'zeros_mt', 'primes', 'generateseries', 'generate_series', 'generaterandom'],
  ...['values', 'sqlstandardvalues', 'null', 'view'],
  // Refused by the engine as a table function; elsewhere it is a string function.
  'format',
]);

/** Known table functions of the engine that are refused, from `system.table_functions`. */
export const REFUSED_TABLE_FUNCTIONS: ReadonlySet<string> = new Set([
  ...['arrowstream', 'azureblobstorage', 'azureblobstoragecluster', 'cluster', 'clusterallreplicas', 'cosn'],
  ...['deltalake', 'deltalakeazure', 'deltalakeazurecluster', 'deltalakecluster', 'deltalakelocal', 'deltalakes3'],
  ...['deltalakes3cluster', 'dictionary', 'eval', 'executable', 'file', 'filecluster', 'filesystem', 'fuzzjson'],
  ...['fuzzquery', 'gcs', 'hdfs', 'hdfscluster', 'hudi', 'hudicluster', 'iceberg', 'icebergazure'],
  ...['icebergazurecluster', 'icebergcluster', 'iceberghdfs', 'iceberghdfscluster', 'iceberglocal'],
  ...[
    'iceberglocalcluster',
    'icebergs3',
    'icebergs3cluster',
    'input',
    'jdbc',
    'loop',
    'merge',
    'mergetreeanalyzeindexes',
  ],
  ...['mergetreeanalyzeindexesuuid', 'mergetreeindex', 'mergetreeprojection', 'mergetreetextindex', 'mongodb', 'mysql'],
  ...['odbc', 'oss', 'paimon', 'paimonazure', 'paimonazurecluster', 'paimoncluster', 'paimonhdfs', 'paimonhdfscluster'],
  ...['paimonlocal', 'paimons3', 'paimons3cluster', 'postgresql', 'prometheusquery', 'prometheusqueryrange', 'redis'],
  ...['remote', 'remotesecure', 's3', 's3cluster', 'sqlite', 'timeseriesdata', 'timeseriesmetrics'],
  ...[
    'timeseriessamples',
    'timeseriesselector',
    'timeseriestags',
    'url',
    'urlcluster',
    'viewexplain',
    'viewifpermitted',
  ],
  'ytsaurus',
]);

/** System tables that clients read on connecting or to list tables. */
const SYSTEM_TABLES: ReadonlySet<string> = new Set([
  ...['tables', 'columns', 'databases', 'functions', 'settings', 'data_type_families', 'table_engines', 'formats'],
  ...['one', 'numbers', 'numbers_mt', 'zeros', 'time_zones', 'keywords', 'table_functions', 'collations'],
  ...['data_skipping_indices', 'dictionaries', 'aggregate_function_combinators', 'roles', 'current_roles'],
  ...['enabled_roles', 'views'],
]);

/** Columns of these tables with paths of files. */
const REFUSED_COLUMNS: ReadonlySet<string> = new Set(['data_path', 'data_paths', 'metadata_path']);

/** Keywords that may begin a statement. EXPLAIN is excluded: it reveals the number of rows of other accounts. */
const BEGINNING = /^\(*(SELECT|WITH|FROM|DESCRIBE|DESC|EXISTS (TABLE|VIEW|DATABASE)|EXISTS \w+)\b/i;
const SHOW = /^SHOW (FULL |EXTENDED |CHANGED )*(TABLES|DATABASES|COLUMNS|FIELDS|CREATE|SETTINGS?|FUNCTIONS)\b/i;

/** A statement formatted by the engine, without comments, and its FORMAT. */
export interface GatedStatement {
  readonly text: string;
  readonly format: string | undefined;
  /** The text without its values. */
  readonly shape: string;
  /** Where `FORMAT` begins, or the end of the text. */
  readonly end: number;
}

/**
 * Admits only statements that read what BI tools may read. The session's rights protect the tables; this check covers
 * everything that needs no rights.
 *
 * @param formatted one statement in the engine's own formatting, so that no other spelling of a name exists
 * @param refusedCalls functions that must not be called
 * @throws ReaderError
 */
export function passGate(formatted: string, refusedCalls = REFUSED_CALLS): GatedStatement {
  const bare = formatted.replace(QUOTED, (text) => (text.startsWith("'") ? blank(text) : text));
  // Quoted names are removed too: their text could look like a keyword.
  const keywords = formatted.replace(QUOTED, blank);
  if (!BEGINNING.test(keywords) && !SHOW.test(keywords)) {
    throw refused(/^SHOW\b/i.test(keywords) ? ONLY_SOME_SHOW : ONLY_READS, 164, 'READONLY');
  }
  if (/ INTO OUTFILE /i.test(keywords)) throw refused(ONLY_READS, 164, 'READONLY');
  if (SETTINGS.test(keywords.replace(SHOW_SETTINGS, ''))) {
    throw refused('SETTINGS cannot be used here', 164, 'READONLY');
  }
  if (PARAMETER_AS_NAME.test(keywords)) {
    throw refused('A parameter cannot be a name: its type must not be Identifier', 497, 'ACCESS_DENIED');
  }
  for (const { 1: quoted, 2: plain, 3: bracket } of bare.matchAll(IDENTIFIER)) {
    refuseName((quoted ?? plain ?? '').toLowerCase(), bracket !== undefined, refusedCalls);
  }
  const systemTables = [...bare.matchAll(SYSTEM_TABLE)].map(({ 1: name = '' }) => name.toLowerCase());
  for (const name of systemTables) {
    if (!SYSTEM_TABLES.has(name))
      throw refused('{name} cannot be read here', 497, 'ACCESS_DENIED', { name: `system.${name}` });
  }
  if (systemTables.includes('databases') && /\*|\bCOLUMNS\b/i.test(keywords)) {
    throw refused('Name the columns of system.databases', 497, 'ACCESS_DENIED');
  }
  const format = FORMAT.exec(keywords);
  const end = format?.index ?? formatted.length;
  const shape = bare.replace(QUOTED, (text) => (text.startsWith("'") ? '?' : text)).replace(/\b\d[\w.]*/g, '?');
  return {
    text: formatted,
    shape: shape.slice(0, MAX_SHAPE_LENGTH),
    // The engine writes `Null` and `Values` as quoted names.
    format: format ? formatted.slice(end + ' FORMAT '.length).replaceAll('`', '') : undefined,
    end,
  };
}

/** Adds a FORMAT. `destination` is put in front, and ends in a space. */
export function withFormat({ text, end }: GatedStatement, format: string, destination = ''): string {
  if (!/^\w{1,64}$/.test(format)) throw refused('Unknown format', 73, 'UNKNOWN_FORMAT');
  // It reveals how many rows were read, including those of other accounts.
  if (/progress/i.test(format))
    throw refused('The format {format} cannot be used here', 73, 'UNKNOWN_FORMAT', { format });
  return `${text.slice(0, end)} ${destination}FORMAT ${format}`;
}

function refuseName(name: string, isCalled: boolean, refusedCalls: ReadonlySet<string>): void {
  const isRefused =
    REFUSED_FUNCTIONS.has(name) ||
    REFUSED_COLUMNS.has(name) ||
    (isCalled && (refusedCalls.has(name) || REFUSED_TABLE_FUNCTIONS.has(name) || name.startsWith('dictget')));
  if (isRefused) throw refused('{name} cannot be used here', 497, 'ACCESS_DENIED', { name });
}

/** A string or a quoted name, whichever begins first: other quotes inside it mean nothing. */
const QUOTED = /'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|"(?:\\.|[^"\\])*"/gs;

/** Keeps the length, so that offsets in the text stay valid. */
const blank = (text: string): string => `'${'.'.repeat(text.length - 2)}'`;

/**
 * TRICKY: `readonly` holds for the settings of a whole statement. The engine lets a subquery, and any but the last
 * SELECT of a union, change every setting, including the one that limits the statement to its websites. The engine
 * writes the keyword in capitals.
 */
const SETTINGS = /\bSETTINGS\b/;
const SHOW_SETTINGS = /^SHOW (CHANGED )?SETTINGS\b/i;

/** `{table:Identifier}`: a name that is not in the text. */
const PARAMETER_AS_NAME = /:\s*Identifier\b/i;

/** A name, quoted or not, and an optional opening bracket. */
const IDENTIFIER = /(?:`((?:\\.|[^`\\])*)`|([A-Za-z_]\w*))\s*(\()?/g;

const SYSTEM_TABLE = /(?<![\w.])`?system`?\s*\.\s*`?(\w+)/gi;

/** The engine writes it at the end. */
const FORMAT = / FORMAT (?:\w+|'\.+')$/;

const MAX_SHAPE_LENGTH = 1_000;

export const ONLY_READS: Text = 'Only one SELECT, SHOW, DESCRIBE or EXISTS statement is accepted';

const ONLY_SOME_SHOW: Text = 'Only SHOW TABLES, DATABASES, COLUMNS, CREATE, SETTINGS and FUNCTIONS are accepted';

/** `name` is of ClickHouse's error with this code. */
export const refused = (
  text: Text,
  code: number,
  name: string,
  values?: Readonly<Record<string, string | number>>,
): ReaderError => new ReaderError(t(text, values), code, name);
