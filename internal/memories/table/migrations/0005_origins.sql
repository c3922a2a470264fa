-- The memories of one project, without reading those of all others.
CREATE INDEX memories_origin ON memories (origin, created_at);
