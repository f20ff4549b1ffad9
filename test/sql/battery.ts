/** What a statement may try to read: another account's rows, a file, and the service itself. */
export interface Targets {
  /** A path that only the other account's events have. */
  readonly path: string;
  readonly websiteId: string;
  /** A file on this machine. */
  readonly file: string;
  /** A file that must never come to be. */
  readonly written: string;
}

/** Statements that must be refused, whatever they are of. */
export const refusedStatements = ({ file, written, websiteId, path }: Targets): readonly string[] => [
  // Settings.
  ...[
    'SET max_memory_usage = 0',
    'SET readonly = 0',
    'SELECT 1 SETTINGS readonly = 0',
    'SET param_x = 1',
    'USE default',
  ],
  ...[`SET log_comment = '${websiteId}'`, `SELECT count() FROM events SETTINGS log_comment = '${websiteId}'`],
  ...[
    'SELECT 1; SET readonly = 0',
    'SELECT 1; SELECT 2',
    'SET ROLE owner',
    'SET ROLE ALL',
    'SET DEFAULT ROLE owner TO default',
  ],
  ...[
    "SELECT count() FROM events SETTINGS additional_table_filters = {'bi.events': '1'}",
    'SET TRANSACTION SNAPSHOT 1',
    'BEGIN TRANSACTION',
  ],
  // Settings of a part of the statement, for which the engine forgets that they are read-only.
  ...[
    `SELECT * FROM (SELECT path FROM events SETTINGS log_comment = '${websiteId}')`,
    `SELECT * FROM (SELECT path FROM events settings log_comment='${websiteId}')`,
    `WITH x AS (SELECT path FROM events SETTINGS log_comment = '${websiteId}') SELECT * FROM x`,
    `SELECT (SELECT groupArray(path) FROM events SETTINGS log_comment = '${websiteId}')`,
    `SELECT 1 WHERE '${path}' IN (SELECT path FROM events SETTINGS log_comment = '${websiteId}')`,
    `SELECT * FROM view(SELECT path FROM events SETTINGS log_comment = '${websiteId}')`,
    `SELECT path FROM events SETTINGS log_comment = '${websiteId}' UNION ALL SELECT 'x'`,
    `SELECT 'x' UNION ALL (SELECT path FROM events SETTINGS/**/log_comment = '${websiteId}')`,
    `SELECT domain FROM websites AS a JOIN (SELECT id, name FROM websites SETTINGS log_comment = '${websiteId}') AS b ON 1`,
    `DESCRIBE (SELECT path FROM events SETTINGS log_comment = '${websiteId}')`,
    "SELECT * FROM (SELECT getSetting('readonly') SETTINGS readonly = 0)",
    'SELECT * FROM (SELECT count() FROM events SETTINGS use_query_cache = 1)',
    'SHOW SETTINGS LIKE (SELECT 1 SETTINGS readonly = 0)',
  ],
  // Files and other hosts.
  ...[
    `SELECT file('${file}')`,
    `SELECT arrayMap(x -> file(x), ['${file}'])`,
    `SELECT * APPLY(file) FROM (SELECT '${file}')`,
  ],
  ...[`SELECT * APPLY(x -> file(x)) FROM (SELECT '${file}')`, `SELECT \`file\`('${file}')`, `SELECT FILE('${file}')`],
  ...[
    `SELECT "file"('${file}')`,
    `SELECT/**/file/**/('${file}')`,
    `SELECT file($$${file}$$)`,
    `WITH f AS (SELECT file('${file}')) SELECT * FROM f`,
  ],
  ...[
    `SELECT 1 AS \`a'b\`, file('${file}'), 'x'`,
    `SELECT 1 AS \`\\'\`, file('${file}')`,
    `SELECT 1 AS "a'b", file('${file}'), 'x'`,
  ],
  ...[`SELECT 'a\\'', file('${file}'), ''`, `SELECT '''', file('${file}')`, `SELECT \`fi\\x6ce\`('${file}')`],
  ...[
    `SELECT * FROM file('${file}')`,
    `SELECT * FROM file('${file}', 'LineAsString')`,
    `DESCRIBE TABLE file('${file}')`,
  ],
  ...[`SELECT * FROM eval('SELECT file(\\'${file}\\')')`, `SELECT * FROM viewExplain('EXPLAIN', '', (SELECT 1))`],
  ...[
    `SELECT * FROM fileCluster('main', '${file}')`,
    `SELECT * FROM filesystem('${file}')`,
    'SELECT * FROM default.`/etc/passwd`',
  ],
  ...[
    "SELECT * FROM url('http://127.0.0.1:1/x', 'CSV', 'a String')",
    "SELECT * FROM s3('http://127.0.0.1:1/b/x', 'CSV', 'a String')",
  ],
  ...[
    "SELECT * FROM remote('127.0.0.1', 'default', 'events')",
    "SELECT * FROM remoteSecure('127.0.0.1', 'default', 'events')",
  ],
  ...[
    "SELECT * FROM cluster('default', 'default', 'events')",
    "SELECT * FROM postgresql('127.0.0.1:1', 'a', 'b', 'c', 'd')",
  ],
  ...[
    "SELECT * FROM mysql('127.0.0.1:1', 'a', 'b', 'c', 'd')",
    "SELECT * FROM mongodb('127.0.0.1:1', 'a', 'b', 'c', 'd', 'x String')",
  ],
  ...[
    "SELECT * FROM redis('127.0.0.1:1', 'k', 'k String')",
    `SELECT * FROM sqlite('${file}', 't')`,
    "SELECT * FROM hdfs('hdfs://127.0.0.1:1/x', 'CSV', 'a String')",
  ],
  ...[
    "SELECT * FROM jdbc('x', 'y')",
    "SELECT * FROM odbc('DSN=x', 'y', 'z')",
    "SELECT * FROM executable('x', 'CSV', 'a String', (SELECT 1))",
  ],
  ...[
    "SELECT * FROM deltaLakeLocal('/x')",
    "SELECT * FROM icebergLocal('/x')",
    "SELECT * FROM ytsaurus('a', 'b', 'c', 'x String')",
  ],
  ...[
    "SELECT * FROM loop('default', 'events')",
    "SELECT * FROM dictionary('x')",
    "SELECT dictGet('x', 'y', 1)",
    "SELECT joinGet('default.events', 'path', 1)",
  ],
  ...[
    `SELECT 1 INTO OUTFILE '${written}'`,
    `SELECT 1 INTO OUTFILE '${written}' TRUNCATE FORMAT CSV`,
    `SHOW TABLES INTO OUTFILE '${written}'`,
  ],
  ...[
    `SELECT 1 INTO OUTFILE '${written}' APPEND`,
    `(SELECT 1) INTO OUTFILE '${written}'`,
    `INSERT INTO FUNCTION file('${written}', 'CSV', 'x UInt8') SELECT 1`,
  ],
  // Other tables.
  ...[
    'SELECT * FROM default.events',
    'SELECT * FROM bi_rows.events',
    'SELECT count() FROM default.visits',
    'SELECT * FROM default.websites',
  ],
  ...[
    "SELECT * FROM merge('default', '^events$')",
    "SELECT * FROM merge('bi_rows', '^events$')",
    "SELECT * FROM merge('system', '^processes$')",
  ],
  ...[
    'CHECK TABLE default.events',
    'EXISTS default.events',
    'SHOW CREATE TABLE default.events',
    'DESCRIBE TABLE default.events',
    'SHOW CREATE TABLE bi_rows.events',
  ],
  ...[
    'SELECT path FROM events UNION ALL SELECT path FROM default.events',
    'SELECT * FROM events WHERE path IN (SELECT path FROM default.events)',
  ],
  ...[
    'SELECT (SELECT count() FROM default.events)',
    'SELECT * FROM view(SELECT * FROM default.events)',
    "SELECT hasColumnInTable('default', 'events', 'path')",
  ],
  ...[
    "SELECT * FROM mergeTreeIndex('default', 'events')",
    "SELECT * FROM mergeTreeProjection('default', 'events', 'p')",
  ],
  ...[
    'SELECT * FROM events FINAL JOIN default.events AS e USING path',
    'SELECT * FROM {t:Identifier}',
    'SELECT {c:Identifier} FROM events',
  ],
  // The engine itself.
  ...[
    'SELECT * FROM system.processes',
    'SELECT * FROM `system`.`processes`',
    'SELECT * FROM "system"."processes"',
    'SELECT * FROM system/**/./**/processes',
    'SHOW PROCESSLIST',
  ],
  ...[
    'SELECT * FROM system.errors',
    'SELECT * FROM system.stack_trace',
    'SELECT * FROM system.disks',
    'SELECT * FROM system.server_settings',
    'SELECT * FROM system.metrics',
  ],
  ...[
    'SELECT * FROM system.parts',
    'SELECT * FROM system.mutations',
    'SELECT * FROM system.users',
    'SELECT * FROM system.row_policies',
    'SELECT * FROM system.databases',
    'SELECT data_path FROM system.databases',
  ],
  ...[
    'SELECT d.* FROM system.databases AS d',
    "SELECT COLUMNS('path') FROM system.databases",
    'SELECT metadata_path FROM system.tables',
    'SELECT count() FROM system.query_log',
  ],
  ...[
    "SELECT getServerSetting('path')",
    "SELECT getMacro('x')",
    'SELECT hostName()',
    'SELECT FQDN()',
    'SELECT serverUUID()',
    'SELECT filesystemAvailable()',
    'SELECT tcpPort()',
  ],
  ...[
    'SELECT addressToSymbol(1)',
    'SELECT sleep(3)',
    'SELECT sleepEachRow(1) FROM numbers(60)',
    "SELECT logTrace('x')",
    "SELECT getClientHTTPHeader('x')",
  ],
  ...[
    'KILL QUERY WHERE 1',
    'SYSTEM STOP MERGES',
    'SYSTEM FLUSH LOGS',
    'SYSTEM DROP MARK CACHE',
    'SYSTEM RELOAD CONFIG',
    'SYSTEM SHUTDOWN',
    'KILL MUTATION WHERE 1',
  ],
  ...[
    'EXPLAIN SELECT 1',
    'EXPLAIN ESTIMATE SELECT * FROM events',
    'EXPLAIN indexes = 1 SELECT * FROM events',
    'SELECT * FROM (EXPLAIN SELECT * FROM events)',
  ],
  ...[
    'SHOW GRANTS',
    'SHOW USERS',
    'SHOW ACCESS',
    'SHOW POLICIES',
    'SHOW ROLES',
    'SHOW CREATE USER default',
    'SHOW ENGINES',
    'SHOW CLUSTERS',
  ],
  // What was read on the way to the own rows.
  ...[
    'SELECT max(blockNumber()) FROM events',
    'SELECT nowInBlock() FROM events',
    'SELECT nowInBlock64(3) FROM events',
    'SELECT blockSize() AS size, count() FROM events GROUP BY size',
    'SELECT max(rowNumberInBlock()) FROM events',
    'SELECT any(blockSerializedSize(path)) FROM events',
    'SELECT path FROM events FORMAT JSONEachRowWithProgress',
    'SELECT path FROM events FORMAT JSONStringsEachRowWithProgress',
  ],
  // Writing.
  ...[
    "INSERT INTO bi.websites VALUES (generateUUIDv4(), 'x', 'x', 'x')",
    'INSERT INTO default.events (path) VALUES (1)',
    'CREATE TABLE x (a UInt8) ENGINE = Memory',
    'CREATE TEMPORARY TABLE x (a UInt8)',
  ],
  ...[
    'ALTER TABLE default.events DELETE WHERE 1',
    'DROP TABLE default.events',
    'DROP VIEW bi.events',
    'TRUNCATE TABLE default.events',
    'DELETE FROM default.events WHERE 1',
    "UPDATE default.events SET path = '' WHERE 1",
  ],
  ...[
    'OPTIMIZE TABLE default.events',
    'RENAME TABLE default.events TO default.x',
    'ATTACH TABLE x',
    'DETACH TABLE default.events',
    'CREATE FUNCTION f AS x -> x',
    "CREATE NAMED COLLECTION x AS a = 'b'",
  ],
  ...[
    "BACKUP TABLE default.events TO File('/tmp/x')",
    "RESTORE TABLE default.events FROM File('/tmp/x')",
    'CREATE VIEW bi.x AS SELECT 1',
    'CREATE USER x',
    'CREATE ROLE x',
    'CREATE ROW POLICY x ON default.events USING 1',
    'GRANT ALL ON *.* TO default',
  ],
  ...[
    'EXECUTE AS x SELECT 1',
    'CREATE DICTIONARY x (a UInt8) PRIMARY KEY a SOURCE(NULL()) LAYOUT(FLAT()) LIFETIME(0)',
    'EXCHANGE TABLES default.events AND default.visits',
    'CREATE DATABASE x',
    'DROP DATABASE bi',
  ],
];

/** Limits: these end with an error, soon. */
export const exhaustingStatements: readonly string[] = [
  "SELECT repeat('a', 1000000000)",
  'SELECT groupArray(number) FROM numbers(900000000)',
  'SELECT range(1000000000)',
  'SELECT * FROM numbers(2000000)',
  'WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT count() FROM r',
];

/** Questions that must be answered as if the other account's rows did not exist: neither a row of theirs, nor an error for one. */
export const probes = ({ path, websiteId }: Targets): readonly string[] => [
  `SELECT count() FROM events WHERE path = '${path}'`,
  `SELECT count() FROM events WHERE throwIf(path = '${path}') = 0`,
  `SELECT count() FROM events WHERE throwIf(website_id = toUUID('${websiteId}')) = 0`,
  `SELECT count() FROM events WHERE intDiv(1, toUInt8(path != '${path}')) >= 0`,
  `SELECT count() FROM events WHERE website_id = '${websiteId}' OR intDiv(1, toUInt8(path != '${path}')) >= 0`,
  `SELECT count() FROM events AS a JOIN events AS b USING path WHERE throwIf(b.path = '${path}') = 0`,
  `SELECT count() FROM events AS a LEFT JOIN events AS b ON a.path = b.path AND intDiv(1, toUInt8(b.path != '${path}')) = 1`,
  `SELECT path FROM events GROUP BY path HAVING throwIf(path = '${path}') = 0`,
  `SELECT throwIf(path = '${path}') FROM events LIMIT 1000000`,
  `SELECT max(throwIf(path = '${path}')) OVER () FROM events`,
  `SELECT row_number() OVER (PARTITION BY path ORDER BY intDiv(1, toUInt8(path != '${path}'))) FROM events`,
  `SELECT x FROM events ARRAY JOIN [throwIf(path = '${path}')] AS x`,
  `SELECT count() FROM events WHERE path IN (SELECT path FROM events WHERE throwIf(path = '${path}') = 0)`,
  `SELECT count() FROM events ORDER BY throwIf(any(path) = '${path}')`,
  `SELECT DISTINCT path FROM events QUALIFY throwIf(path = '${path}') = 0`,
  `SELECT count() FROM visits WHERE throwIf(entry_path = '${path}') = 0`,
  `SELECT count() FROM daily_visitors WHERE throwIf(has(value, '${path}')) = 0`,
  `SELECT count() FROM websites WHERE throwIf(id = toUUID('${websiteId}')) = 0`,
  `SELECT count() FROM events HAVING NOT throwIf(any(path) = '${path}')`,
  `SELECT min(path), max(path), groupUniqArray(path), topK(100)(path) FROM events`,
  `SELECT groupUniqArray(website_id) FROM (SELECT website_id FROM events UNION ALL SELECT website_id FROM visits UNION ALL SELECT id FROM websites UNION ALL SELECT website_id FROM daily_visitors)`,
  `SELECT * FROM websites`,
  `SELECT getSetting('log_comment')`,
  `SELECT * FROM system.settings WHERE name = 'log_comment'`,
  `SELECT create_table_query, as_select FROM system.tables`,
  'SHOW CREATE VIEW bi.events',
  'SELECT * FROM information_schema.columns',
];
