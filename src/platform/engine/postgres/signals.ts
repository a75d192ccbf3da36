// Signals between servers: LISTEN and NOTIFY on a dedicated connection.

import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Announce, Db } from '../db.ts'
import { createNotificationBatches } from '../notification-batches.ts'

const RECONNECT_MS = 1_000
/** How long `finish` waits for the database to confirm the last signals. Signals that are not confirmed by then may be lost. */
const FINISH_MS = 500

/** `finish` sends the signals that are still waiting. A command calls `finish` before the process ends. */
type Signals = Pick<Db, 'announce' | 'listen'> & { finish(): Promise<void> }

/** `notify` runs outside of transactions, because NOTIFY in a transaction makes commits wait for each other. */
export const createSignals = (newClient: () => pg.Client, notify: (topic: string, payload: string) => Promise<unknown>): Signals => {
  const sending = new Map<string, 'once' | 'again'>()
  const inFlight = new Set<Promise<unknown>>()

  /** Failures are ignored, because listeners also poll. */
  const send = (topic: string, payload: string): Promise<unknown> => {
    const sent = notify(topic, payload)
      .catch(() => {})
      .finally(() => inFlight.delete(sent))
    inFlight.add(sent)
    return sent
  }

  /** While a signal is being sent, all further signals on its topic are merged into one. */
  const sendMerged = (topic: string): void => {
    if (sending.has(topic)) {
      sending.set(topic, 'again')
      return
    }
    sending.set(topic, 'once')
    void send(topic, '').then(() => {
      const isAgain = sending.get(topic) === 'again'
      sending.delete(topic)
      if (isAgain) sendMerged(topic)
    })
  }

  const notifications = createNotificationBatches((topic, subjects) => void send(topic, subjects.join('\n')))
  const announce: Announce = (topic, subject) => (subject === undefined ? sendMerged(topic) : notifications.add(topic, subject))

  const listen: Db['listen'] = async (topic, listener) => {
    let isStopped = false
    let client: pg.Client | null = null
    let retry: NodeJS.Timeout | undefined

    const connect = async (): Promise<void> => {
      const fresh = newClient()
      const reconnect = () => {
        if (client !== fresh || isStopped) return
        client = null
        retry = setTimeout(() => connect().catch(() => {}), RECONNECT_MS)
      }
      client = fresh
      const receive = ({ payload }: pg.Notification) => listener(payload ? payload.split('\n') : [])
      fresh.on('error', reconnect).on('end', reconnect).on('notification', receive)
      try {
        await fresh.connect()
        await fresh.query(`listen ${topic}`)
        // `null` tells the listener that signals sent before LISTEN may have been missed.
        listener(null)
      } catch {
        reconnect()
        await fresh.end().catch(() => {})
      }
    }

    await connect()
    return async () => {
      isStopped = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    }
  }

  const finish = async (): Promise<void> => {
    notifications.flush()
    if (inFlight.size > 0) await Promise.race([Promise.all(inFlight), sleep(FINISH_MS)])
  }

  return { announce, listen, finish }
}
