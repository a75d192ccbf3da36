// A connection to PostgreSQL with the session settings that our statements rely on.

import pg from 'pg'

export const STATEMENT_TIMEOUT_MS = 20_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000
const CONNECT_TIMEOUT_MS = 5_000

/**
 * Set on every connection, because the defaults of a server, database or role may differ. These settings are not sent in the startup
 * packet, because connection poolers refuse unknown parameters there.
 */
const SESSION_SETTINGS = `set bytea_output = hex; set extra_float_digits = 1; set standard_conforming_strings = on;
  set default_transaction_isolation = 'read committed'; set idle_session_timeout = 0;
  set statement_timeout = ${STATEMENT_TIMEOUT_MS}; set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_TIMEOUT_MS}`

export class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    // The time limit for opening a connection. The pool has a separate, longer limit for waiting until a connection is free.
    super({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
    // Without a listener, a lost connection would end the process. The statement in progress reports the loss.
    this.on('error', () => {})
    // The driver queues this query. It is sent as soon as the connection is open, before all other statements.
    this.query(SESSION_SETTINGS, () => {})
  }
}
