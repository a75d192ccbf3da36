// Executes a call with a fault. The fault decides whether the call takes effect, and which answer the client gets.
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './faults.ts'
import type { Reply } from './operations.ts'
import { MISSING_RATE, POSTAGE_EXISTS } from './operations.ts'
import { errorShape } from './shapes.ts'
import type { Twist } from './shipment-state.ts'

const SLOW_MS = 2_000
const LATE_MS = 3_000
const OTHER_CURRENCY = 'EUR'

export type Stage = {
  act: (twist: Twist) => Reply
  response: ServerResponse
  requestId: string
  later: (act: () => void, delayMs: number) => void
}

export const answer = ({ response, requestId }: Stage, { status, body }: Reply, cutShort = false): void => {
  const text = JSON.stringify(body)
  const bytes = Buffer.from(cutShort ? text.slice(0, Math.floor(text.length / 2)) : text)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
    'x-ep-request-uuid': requestId,
  })
  response.end(bytes)
}

export const carryOut = async (fault: Fault | null, stage: Stage): Promise<void> => {
  const { act, response } = stage
  if (!fault) return answer(stage, act({}))
  switch (fault.fault) {
    case 'slow':
      await sleep(fault.delayMs ?? SLOW_MS)
      return answer(stage, act({}))
    case 'hang':
      return
    case 'hang_after':
      act({})
      return
    case 'error_before':
      return answer(stage, serverError(fault.status ?? 500))
    case 'error_after':
      act({})
      return answer(stage, serverError(fault.status ?? 500))
    case 'cut_before':
      response.destroy()
      return
    case 'cut_after':
      act({})
      response.destroy()
      return
    case 'late':
      stage.later(() => act({}), fault.delayMs ?? LATE_MS)
      return answer(stage, serverError(fault.status ?? 504))
    case 'duplicate':
      act({})
      return answer(stage, POSTAGE_EXISTS)
    case 'malformed':
      return answer(stage, act({}), true)
    case 'rate_limited':
      return answer(stage, { status: 429, body: errorShape('RATE_LIMITED', 'Too many requests.') })
    case 'rejected':
      return answer(stage, { status: 422, body: errorShape('SHIPMENT.POSTAGE.FAILURE', 'The carrier refused this shipment.') })
    case 'rate_forgotten':
      return answer(stage, MISSING_RATE)
    case 'wrong_currency':
      return answer(stage, act({ currency: OTHER_CURRENCY }))
    case 'zero_rates':
      return answer(stage, act({ noRates: true }))
    default:
      return fault.fault satisfies never
  }
}

const serverError = (status: number): Reply => ({
  status,
  body: errorShape('INTERNAL_SERVER_ERROR', "We're sorry, something went wrong. If the problem persists please contact Support."),
})
