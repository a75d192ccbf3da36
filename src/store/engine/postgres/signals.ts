// Signals between servers: LISTEN and NOTIFY on a dedicated connection.

import type pg from 'pg'
import type { Db } from '../db.ts'

const RECONNECT_MS = 1_000

/** `notify` runs outside of any transaction: inside one, it would make commits wait for each other. */
export const createSignals = (newClient: () => pg.Client, notify: (topic: string) => Promise<unknown>): Pick<Db, 'announce' | 'listen'> => {
  const saying = new Map<string, 'once' | 'again'>()

  /** While one word is on its way, all others on its topic become one more. A word that is lost is made up for by whoever polls. */
  const announce = (topic: string): void => {
    if (saying.has(topic)) {
      saying.set(topic, 'again')
      return
    }
    saying.set(topic, 'once')
    notify(topic)
      .catch(() => {})
      .then(() => {
        const more = saying.get(topic) === 'again'
        saying.delete(topic)
        if (more) announce(topic)
      })
  }

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
      fresh.on('error', lost).on('end', lost).on('notification', told)
      try {
        await fresh.connect()
        await fresh.query(`listen ${topic}`)
        // Whatever was said before is unknown.
        told()
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

  return { announce, listen }
}
