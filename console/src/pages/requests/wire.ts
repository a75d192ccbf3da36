// Requests of the log as /ops/v1 shows them.

import type { PlainKey } from '../../strings.ts'

export const REQUESTS = '/ops/v1/requests'

type LogMode = 'live' | 'test' | 'ops'
export const MODE_NAMES = {
  live: 'shell.modeLive',
  test: 'shell.modeTest',
  ops: 'requests.modeStaff',
} as const satisfies Record<LogMode, PlainKey>

export type ListedRequest = {
  log_id: string
  request_id: string
  business_id: string | null
  mode: LogMode
  actor: string
  method: string
  route: string
  path: string
  status: number
  error_code: string | null
  duration_ms: number
  created_at: string
}

export type LoggedRequest = ListedRequest & { request_body: string | null; response_body: string | null }
