-- Undo is about the own session, so a change says in which session it was made.
-- Those from before do not know theirs.

ALTER TABLE changes ADD COLUMN session INTEGER REFERENCES sessions (id);
