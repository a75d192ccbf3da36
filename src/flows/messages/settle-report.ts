// Applies the status that a provider reports for a message that it accepted before.

import { afterReport } from '../../domain/messages/message.ts'
import type { StatusReport } from '../../messages/channel.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import * as messages from '../../store/messages/messages.ts'
import type { Deps } from '../deps.ts'
import { noteReach } from './consent.ts'
import { applyChange } from './send-messages.ts'

/**
 * Returns false if the message is not found. The provider then repeats the report later. A report can arrive before the response that
 * contains the provider's id of the message.
 */
export const settleReport = async (deps: Deps, channelName: string, report: StatusReport): Promise<boolean> => {
  const id = await messages.idOfReport(deps.db, channelName, report)
  if (id === null) return false
  await deps.db.transaction(SYSTEM, async (tx) => {
    const sent = await messages.lock(tx, id)
    if (!sent || sent.message.provider !== channelName) return
    const change = afterReport(sent.message, report, deps.clock())
    if (change === null) return
    await noteReach(tx, sent.message, report, deps.clock())
    await applyChange(deps, tx, sent, change)
  })
  return true
}
