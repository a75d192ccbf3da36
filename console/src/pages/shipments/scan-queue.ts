// The queue of one person's scans for a shipment, place or stocktake. Scans are sent in batches, and stored in the browser until answered.

import { ApiError, OFFLINE } from '../../api.ts'
import { formatMoney, readable } from '../../format.ts'
import { readScans, storeScans } from '../../queue/queued-scans.ts'
import { serverMessage, t } from '../../strings.ts'
import type { ScanOutcome } from '../../wire.ts'

/** A code that is read twice within this time counts as one scan. */
const DOUBLE_READ_MS = 3_000
const RETRY_MS = 3_000
/** How many codes the server accepts in one request. */
const BATCH_MAX = 500
const ANSWERED_SHOWN_MAX = 100
const TOO_MANY_REQUESTS = 429
const SIGNED_OUT = 401

export type Scan = {
  key: number
  code: string
  outcome: ScanOutcome | 'waiting'
  message: string
  parcelId: string | null
  refusal?: string | undefined
  isWarned?: boolean
  /** How many containers the user must enter to attach the package. Set only if the package may have been loaded at the supplier. */
  containersNeeded?: number | undefined
  times: number
  at: number
}

/** `scans`: newest first. `failure`: why nothing can be sent now. */
export type ScanState = { scans: readonly Scan[]; failure: 'offline' | 'server' | null }

export type ScanQueue = {
  subscribe(listener: () => void): () => void
  state(): ScanState
  scan(code: string): void
  note(outcome: ScanOutcome, code: string, message: string, parcelId: string): void
  retry(): void
  /** Starts the queue and sends the scans that the person left unsent at an earlier visit. The returned function stops the queue. */
  start(): () => void
}

type Answer = {
  outcome: ScanOutcome
  message: string
  parcel_id: string | null
  parcel_number: string | null
  refusal?: { code: string }
  owed?: string
  warnings?: { code: string; message: string }[]
  containers_needed?: number
}
type Answered = { outcomes: readonly Answer[] }
/** `subjectId`: ID of the shipment, place or stocktake for which the codes are scanned. */
type Options = { subjectId: string; staffId: string; send: (codes: string[]) => Promise<Answered> }

const messageFor = ({ outcome, message, parcel_number: number, refusal, owed, warnings = [] }: Answer, code: string): string =>
  serverMessage(refusal?.code ?? outcome, number ?? code, readable(message)) +
  (Number(owed ?? 0) > 0 ? serverMessage('owed', formatMoney(owed!, 'NGN'), '') : '') +
  warnings.map((warning) => ` ${serverMessage(warning.code, '', readable(warning.message))}`).join('')

const isWorthRetrying = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || [TOO_MANY_REQUESTS, SIGNED_OUT].includes(error.status)

const isWaiting = ({ outcome }: Scan): boolean => outcome === 'waiting'

export const createScanQueue = ({ subjectId, staffId, send }: Options): ScanQueue => {
  const listeners = new Set<() => void>()
  let lastKey = 0
  let isSending = false
  let isStopped = false
  let timer: number | undefined
  const waitingScan = (code: string, at = Date.now()): Scan => ({
    key: ++lastKey,
    code,
    outcome: 'waiting',
    message: t('shipments.scanSending'),
    parcelId: null,
    times: 1,
    at,
  })
  const left = readScans(subjectId, staffId).map(({ code, at }) => waitingScan(code, at))
  let state: ScanState = { scans: left.reverse(), failure: null }

  const publish = (next: Partial<ScanState>): void => {
    state = { ...state, ...next }
    storeScans(subjectId, staffId, state.scans.filter(isWaiting).reverse())
    for (const listener of listeners) listener()
  }
  const add = (scan: Scan): void => {
    let answered = 0
    publish({ scans: [scan, ...state.scans].filter((each) => isWaiting(each) || ++answered <= ANSWERED_SHOWN_MAX) })
  }
  const settle = (
    batch: readonly Scan[],
    answerFor: (index: number) => Pick<Scan, 'outcome' | 'message' | 'parcelId' | 'refusal' | 'isWarned' | 'containersNeeded'>,
  ): void => {
    const answers = new Map(batch.map(({ key }, index) => [key, answerFor(index)]))
    publish({ scans: state.scans.map((scan) => ({ ...scan, ...answers.get(scan.key) })) })
  }

  const sendBatch = async (batch: readonly Scan[]): Promise<void> => {
    try {
      const { outcomes } = await send(batch.map(({ code }) => code))
      settle(batch, (index) => {
        const answer = outcomes[index]!
        const message = messageFor(answer, batch[index]!.code)
        const isWarned = answer.warnings !== undefined
        const { outcome, parcel_id: parcelId, refusal, containers_needed: containersNeeded } = answer
        return { outcome, message, parcelId, refusal: refusal?.code, isWarned, containersNeeded }
      })
    } catch (error) {
      if (isWorthRetrying(error)) throw error
      settle(batch, () => ({ outcome: 'refused', message: (error as ApiError).message, parcelId: null }))
    }
  }
  const nextBatch = (): Scan[] => state.scans.filter(isWaiting).reverse().slice(0, BATCH_MAX)

  const flush = async (): Promise<void> => {
    if (isSending || isStopped) return
    isSending = true
    window.clearTimeout(timer)
    try {
      for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) await sendBatch(batch)
      if (state.failure !== null) publish({ failure: null })
    } catch (error) {
      publish({ failure: error instanceof ApiError && error.code === OFFLINE ? 'offline' : 'server' })
      timer = window.setTimeout(flush, RETRY_MS)
    }
    isSending = false
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    state: () => state,
    scan: (code) => {
      const [last] = state.scans
      const now = Date.now()
      if (last && last.code === code && last.outcome !== 'refused' && last.outcome !== 'detached' && now - last.at < DOUBLE_READ_MS) {
        publish({ scans: [{ ...last, times: last.times + 1, at: now }, ...state.scans.slice(1)] })
        return
      }
      add(waitingScan(code))
      void flush()
    },
    note: (outcome, code, message, parcelId) => add({ ...waitingScan(code), outcome, message, parcelId }),
    retry: () => void flush(),
    start: () => {
      isStopped = false
      const resume = () => void flush()
      window.addEventListener('online', resume)
      resume()
      return () => {
        isStopped = true
        window.removeEventListener('online', resume)
        window.clearTimeout(timer)
      }
    },
  }
}
