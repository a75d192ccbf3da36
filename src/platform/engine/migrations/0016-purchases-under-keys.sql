-- Under which Idempotency-Key, and for which request, a purchase was opened: a repeat of that request is answered with what it bought.

alter table purchases add column opened_under text;
