// Undoes a receipt: the last one by key, or any of today's from the list.

import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api, RECEIPTS } from '../../api.ts'
import { notifyDone, notifyError, notifyFailure } from '../../components/queries.ts'
import { allEntries } from '../../queue/entries.ts'
import { dropEntry } from '../../queue/sender.ts'
import { useSession } from '../../session.tsx'
import { t } from '../../strings.ts'
import type { Done } from './use-receiving.ts'

export const useUndo = () => {
  const client = useQueryClient()
  const { staff } = useSession()
  const undoReceipt = useCallback(
    async (id: string, title: string): Promise<boolean> => {
      try {
        await api.send('POST', `${RECEIPTS}/${id}/undo`, {}, { idempotencyKey: `undo-${id}` })
      } catch (error) {
        notifyError(error)
        return false
      }
      await client.invalidateQueries({ queryKey: [RECEIPTS] })
      notifyDone(t('receive.undoDone', { title }))
      return true
    },
    [client],
  )
  /** Only an entry that was never sent can be dropped. */
  const undoQueued = async (id: string, title: string): Promise<boolean> => {
    const entry = allEntries().find((each) => each.id === id && each.staffId === staff.staff_id)
    if (!entry || entry.firstTriedAt !== null) {
      notifyFailure(t('receive.alreadySending', { title }))
      return false
    }
    await dropEntry(id, entry.staffId)
    notifyDone(t('receive.undoDone', { title }))
    return true
  }
  const undoLast = async ({ title, received, entryId }: Done): Promise<boolean> => {
    if (received) return undoReceipt(received.receipt.receipt_id, title)
    return entryId !== null && undoQueued(entryId, title)
  }
  return { undoReceipt, undoLast }
}
