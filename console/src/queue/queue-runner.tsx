// Keeps the queue going while the console is open: when something is added, when the connection returns, and every few seconds.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../api.ts'
import { useSession } from '../session.tsx'
import { heard, useIsConnected } from './connection.ts'
import { useEntries } from './entries.ts'
import { sendWaiting } from './sender.ts'

const AGAIN_MS = 3_000

/** Now, every few seconds, and as soon as the browser has a network again. */
const keepTrying = (attempt: () => Promise<unknown>): (() => void) => {
  const again = () => void (navigator.onLine && attempt().catch(() => {}))
  again()
  const timer = window.setInterval(again, AGAIN_MS)
  window.addEventListener('online', again)
  return () => {
    window.clearInterval(timer)
    window.removeEventListener('online', again)
  }
}

export const QueueRunner = () => {
  const client = useQueryClient()
  const { staff } = useSession()
  const isConnected = useIsConnected()
  const entries = useEntries()
  const waiting = entries.filter(({ staffId, refusal }) => staffId === staff.staff_id && refusal === null).length
  useEffect(() => {
    if (waiting === 0) return
    return keepTrying(async () => {
      if ((await sendWaiting(staff.staff_id)) === 0) return
      for (const path of ['/ops/v1/receipts', '/ops/v1/unidentified_parcels']) await client.invalidateQueries({ queryKey: [path] })
    })
  }, [waiting, staff.staff_id, client])
  // With nothing to send, somebody must still notice that the server answers again.
  useEffect(() => {
    if (!isConnected && waiting === 0) return keepTrying(() => heard(api.get('/ops/v1/session')))
  }, [isConnected, waiting])
  return null
}
