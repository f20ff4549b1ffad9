CREATE USER IF NOT EXISTS footfall_sql IDENTIFIED WITH sha256_hash BY 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
ALTER USER footfall_sql IDENTIFIED WITH sha256_hash BY 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
GRANT SELECT ON bi.* TO footfall_sql
