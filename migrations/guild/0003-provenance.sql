-- Where a page came from and what its host asked for, shown with it.

-- When its content was last read; fetched_at also moves when the server confirms it (304). NULL before this column was there.
ALTER TABLE pages ADD COLUMN read_at INTEGER;
CREATE INDEX job_urls_by_page ON job_urls (page_id, job_id) WHERE page_id IS NOT NULL;
CREATE INDEX job_robots_by_host ON job_robots (host, read_at);
