-- A check moves `checked_at` of every page of a host, nearly always to say that nothing changed: with the moment in the
-- index, each of them would be written twice.
DROP INDEX page_checks_by_host;
CREATE INDEX page_checks_by_host ON page_checks (host);
