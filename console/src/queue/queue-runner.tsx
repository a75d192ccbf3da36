// Sends the offline queue when an entry is added, when the connection returns, and every few seconds.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, RECEIPTS, UNIDENTIFIED } from '../api.ts'
import { SESSION_KEY, useSession } from '../session.tsx'
import { keepTrying, trackConnection, useIsConnected } from './connection.ts'
import { useEntriesOf } from './entries.ts'
import { sendQueued } from './sender.ts'

export const QueueRunner = () => {
  const client = useQueryClient()
  const { staff } = useSession()
  const isConnected = useIsConnected()
  const waiting = useEntriesOf(staff.staff_id).filter(({ refusal }) => refusal === null).length
  useEffect(() => {
    if (waiting === 0) return
    return keepTrying(async () => {
      if ((await sendQueued(staff.staff_id)) === 0) return
      // The session is also refetched, because the person's sites may have changed while the entries were queued.
      for (const path of [RECEIPTS, UNIDENTIFIED, ...SESSION_KEY]) await client.invalidateQueries({ queryKey: [path] })
    })
  }, [waiting, staff.staff_id, client])
  // While the server is unreachable and no entry waits to be sent, requests the session at intervals to notice when the server answers
  // again.
  useEffect(() => {
    if (!isConnected && waiting === 0) return keepTrying(() => trackConnection(api.get('/ops/v1/session')))
  }, [isConnected, waiting])
  return null
}
