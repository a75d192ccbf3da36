-- The row is written by the first turn: a store is moved only into an empty one.
delete from message_turns;
