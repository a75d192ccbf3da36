// Maps PostgreSQL's errors to the error classes of the database interface.
import pg from 'pg'
import { OutcomeUnknown, StaleWrite, StoreRefused, StoreUnavailable, UniqueViolation } from '../db.ts'

const UNIQUE_VIOLATION = '23505'
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
/** A role with a `lock_timeout` gets this error if it waits too long for a lock. */
const LOCK_NOT_AVAILABLE = '55P03'
const WRITE_CONFLICTS = new Set([SERIALIZATION_FAILURE, DEADLOCK_DETECTED, LOCK_NOT_AVAILABLE])
/** `updateVersioned` divides by zero if another writer has changed the row. No other statement causes this error. */
const DIVISION_BY_ZERO = '22012'
const READ_ONLY_TRANSACTION = '25006'
/** The errors `duplicate_prepared_statement` and `invalid_sql_statement_name`. They mean that another connection used our session. */
const FOREIGN_STATEMENTS = new Set(['42P05', '26000'])
export const SHARED_SESSIONS =
  'The pooler in front of PostgreSQL shares its sessions among connections. Waybill needs session pooling (prepared statements, session settings, LISTEN): set pool_mode = session, or connect to PostgreSQL directly.'
/**
 * The errors of `idle_in_transaction_session_timeout` and `transaction_timeout`. When one of these limits is exceeded, PostgreSQL closes
 * the connection.
 */
const TRANSACTION_TIMEOUTS = new Set(['25P03', '25P04'])
/**
 * Classes of errors: connection exceptions (08), insufficient resources (53), operator intervention such as shutdowns and time-outs (57),
 * and system errors (58).
 */
const UNAVAILABLE_CLASSES = new Set(['08', '53', '57', '58'])

/** Thrown if a migration has changed the result type of a prepared statement. A retry on a new connection prepares the statement again. */
export class StalePlan extends StaleWrite {}

export const translate = (error: unknown): unknown => {
  if (error instanceof pg.DatabaseError) return translateAnswer(error)
  // Other errors come from the driver, and mean that the connection failed. But a TypeError or RangeError is caused by our own arguments.
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) return error
  return unavailable(error)
}

/** Converts an error of the commit. If the connection was lost, the commit may have succeeded, so the outcome is unknown. */
export const atCommit = (error: unknown): unknown =>
  error instanceof StoreUnavailable ? new OutcomeUnknown(error.message, { cause: error.cause }) : error

const translateAnswer = (error: pg.DatabaseError): Error => {
  const { code = '', detail, constraint = '', routine } = error
  // The detail is removed, because errors are logged and the detail quotes values of the row, which may be personal data.
  error.detail = undefined
  if (FOREIGN_STATEMENTS.has(code)) return new StoreRefused(SHARED_SESSIONS, { cause: error })
  if (code === UNIQUE_VIOLATION) return new UniqueViolation(columnsOf(detail), constraint)
  if (code === DIVISION_BY_ZERO) return new StaleWrite('the row is no longer at the version that was read')
  if (WRITE_CONFLICTS.has(code)) return new StaleWrite(error.message, { cause: error })
  if (routine === 'RevalidateCachedQuery') return new StalePlan(error.message, { cause: error })
  // A server that became read-only is no longer the primary, so the store is unavailable.
  if (code === READ_ONLY_TRANSACTION || TRANSACTION_TIMEOUTS.has(code) || UNAVAILABLE_CLASSES.has(code.slice(0, 2)))
    return unavailable(error)
  return error
}

const DISK_FULL = '53100'

export const isDiskFull = (error: unknown): boolean =>
  error instanceof StoreUnavailable && error.cause instanceof pg.DatabaseError && error.cause.code === DISK_FULL

const unavailable = (error: Error) =>
  new StoreUnavailable(`PostgreSQL: ${error.message || (error as NodeJS.ErrnoException).code}`, { cause: error })

/**
 * The columns in texts such as `Key (business_id, reference)=(…) already exists.` PostgreSQL may translate the words, but not the
 * parentheses.
 */
const columnsOf = (detail = ''): string[] => /\(([^()]+)\)=\(/.exec(detail)?.[1]?.split(', ') ?? []
