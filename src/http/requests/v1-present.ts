// Converts the request log to JSON, and parses its filters.

import { invalidField } from '../../domain/values/errors.ts'
import { readInstant } from '../../domain/values/time-input.ts'
import { instant, omitNulls } from '../../platform/http/wire-format.ts'
import type { LogFilter, LoggedRequest } from '../../store/requests/request-log.ts'

const STATUS = /^([1-5])(xx|\d\d)$/
const US_PER_TENTH_MS = 100

export const presentRequest = <Mode extends LoggedRequest['mode']>(logged: LoggedRequest & { mode: Mode }) => ({
  log_id: logged.id,
  request_id: logged.requestId,
  mode: logged.mode,
  actor: logged.actor,
  method: logged.method,
  route: logged.route,
  path: logged.path,
  status: logged.status,
  error_code: logged.errorCode,
  ignored_fields: logged.ignoredFields,
  duration_ms: Math.round(logged.durationUs / US_PER_TENTH_MS) / 10,
  created_at: instant(logged.createdAt),
})

export const presentBodies = ({ requestBody, responseBody }: LoggedRequest) => ({ request_body: requestBody, response_body: responseBody })

const readStatus = (text: string): readonly [number, number] => {
  const [, hundreds, rest] = STATUS.exec(text) ?? []
  if (!hundreds) throw invalidField('status', 'must be a status such as 422, or a class such as 4xx')
  const from = Number(hundreds) * 100
  return rest === 'xx' ? [from, from + 99] : [Number(text), Number(text)]
}

type LogQuery = { status?: string; method?: string; path?: string; request_id?: string; since?: string; until?: string }

/** `timeZone`: needed to accept calendar dates in `since` and `until`. Without a time zone, a date is refused. */
export const readLogFilter = (
  { status, method, path, request_id: requestId, since, until }: LogQuery,
  now: number,
  timeZone?: string,
): LogFilter => ({
  ...omitNulls({ method, pathContains: path, requestId }),
  ...(status === undefined ? {} : { statuses: readStatus(status) }),
  ...(since === undefined
    ? {}
    : { since: readInstant('since', since, now, timeZone === undefined ? undefined : { edge: 'start', timeZone }) }),
  ...(until === undefined
    ? {}
    : { until: readInstant('until', until, now, timeZone === undefined ? undefined : { edge: 'end', timeZone }) }),
})
