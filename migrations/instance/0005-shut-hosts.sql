-- Hosts that no request goes to any more: a name (every port of it), or a name and a port. Set by `heimdall purge`.
CREATE TABLE shut_hosts (
  host    TEXT PRIMARY KEY,
  shut_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
