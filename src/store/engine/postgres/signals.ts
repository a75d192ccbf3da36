// Signals between servers: LISTEN and NOTIFY on a dedicated connection.

import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Announce, Db } from '../db.ts'
import { createNotificationBatches } from '../notification-batches.ts'

const RECONNECT_MS = 1_000
/** What is still to be said at the end is lost where the server does not answer. */
const FINISH_MS = 500

/** `finish` sends what was gathered: a command changes something and ends. */
type Signals = Pick<Db, 'announce' | 'listen'> & { finish(): Promise<void> }

/** `notify` runs outside of any transaction: inside one, it would make commits wait for each other. */
export const createSignals = (newClient: () => pg.Client, notify: (topic: string, payload: string) => Promise<unknown>): Signals => {
  const saying = new Map<string, 'once' | 'again'>()
  const underWay = new Set<Promise<unknown>>()

  const send = (topic: string, payload: string): Promise<unknown> => {
    const sent = notify(topic, payload)
      .catch(() => {})
      .finally(() => underWay.delete(sent))
    underWay.add(sent)
    return sent
  }

  /** While one word is on its way, all others on its topic become one more. A word that is lost is made up for by whoever polls. */
  const say = (topic: string): void => {
    if (saying.has(topic)) {
      saying.set(topic, 'again')
      return
    }
    saying.set(topic, 'once')
    void send(topic, '').then(() => {
      const more = saying.get(topic) === 'again'
      saying.delete(topic)
      if (more) say(topic)
    })
  }

  const notifications = createNotificationBatches((topic, subjects) => void send(topic, subjects.join('\n')))
  const announce: Announce = (topic, subject) => (subject === undefined ? say(topic) : notifications.add(topic, subject))

  const listen: Db['listen'] = async (topic, told) => {
    let stopped = false
    let client: pg.Client | null = null
    let retry: NodeJS.Timeout | undefined

    const connect = async (): Promise<void> => {
      const fresh = newClient()
      const lost = () => {
        if (client !== fresh || stopped) return
        client = null
        retry = setTimeout(() => connect().catch(() => {}), RECONNECT_MS)
      }
      client = fresh
      const heard = ({ payload }: pg.Notification) => told(payload ? payload.split('\n') : [])
      fresh.on('error', lost).on('end', lost).on('notification', heard)
      try {
        await fresh.connect()
        await fresh.query(`listen ${topic}`)
        // Whatever was said before is unknown.
        told(null)
      } catch {
        lost()
        await fresh.end().catch(() => {})
      }
    }

    await connect()
    return async () => {
      stopped = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    }
  }

  const finish = async (): Promise<void> => {
    notifications.flush()
    if (underWay.size > 0) await Promise.race([Promise.all(underWay), sleep(FINISH_MS)])
  }

  return { announce, listen, finish }
}
