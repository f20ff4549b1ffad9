CREATE USER IF NOT EXISTS footfall_sql ON CLUSTER main IDENTIFIED WITH sha256_hash BY 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
ALTER USER footfall_sql ON CLUSTER main IDENTIFIED WITH sha256_hash BY 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
GRANT ON CLUSTER main SELECT ON bi.* TO footfall_sql
