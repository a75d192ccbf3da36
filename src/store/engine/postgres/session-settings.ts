// Settings that our statements rest on, set in every session: a server, a database or a role may have others.

import type pg from 'pg'

/** Bytes and floats are read back as they were written, a backslash in a text is one, and no session ends because nobody asks anything. */
const SET_ALL = `set bytea_output = hex; set extra_float_digits = 1; set standard_conforming_strings = on;
  set default_transaction_isolation = 'read committed'; set idle_session_timeout = 0`

/** Not in the startup packet, where a pooler would refuse them. Nobody waits: whatever is asked next comes after it. */
export const setSession = (client: pg.ClientBase): void => client.query(SET_ALL, () => {})
