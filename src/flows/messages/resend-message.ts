// Sends a message again on request, as a new message to the customer's current address. Also dismisses failed messages.

import type { Message } from '../../domain/messages/message.ts'
import { isResendable, repeated } from '../../domain/messages/message.ts'
import { invalidTransition } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as customers from '../../store/customers/customers.ts'
import type { SentMessage } from '../../store/messages/messages.ts'
import * as messages from '../../store/messages/messages.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { addressOf } from './queue-messages.ts'

const SENT_AGAIN = 'Sent again'

export const resendMessage = (deps: Deps, caller: Caller, id: string): Promise<Message> =>
  deps.db.transaction(caller, async (tx) => {
    const message = await messages.load(tx, caller, id)
    if (!isResendable(message)) throw invalidTransition(`A message that is ${message.state} cannot be sent again.`)
    const again = repeated(await withCurrentAddress(tx, caller, message), deps.newId('msg'), nowFor(deps, caller))
    await messages.insert(tx, caller, [again])
    if (message.state === 'failed' || message.state === 'unknown')
      await messages.dismiss(tx, caller, id, { by: caller.actor, reason: SENT_AGAIN, now: nowFor(deps, caller) })
    tx.afterCommit(() => deps.db.announce(messages.DUE_MESSAGES))
    return again
  })

const withCurrentAddress = async (tx: Tx, caller: Caller, message: Message): Promise<Message> => {
  if (message.recipient !== 'customer' || message.customerId === null) return message
  const customer = await customers.load(tx, caller, message.customerId)
  const { to, country, refused } = addressOf(message.channel, customer)
  if (refused !== null) throw invalidTransition(refused)
  return { ...message, address: to, country }
}

/** Dismisses a message whose state is `failed` or `unknown`. Works for messages to staff and for messages of any business. */
export const dismissMessage = (deps: Deps, author: Author, id: string, reason: string): Promise<SentMessage> =>
  deps.db.transaction(author, async (tx) => {
    const { message, ...sender } = await messages.loadAny(tx, id)
    if (message.state !== 'failed' && message.state !== 'unknown')
      throw invalidTransition(`Only failed and unknown messages are dismissed; this one is ${message.state}.`)
    await messages.dismiss(tx, sender, id, { by: author.actor, reason, now: deps.clock() })
    return messages.loadAny(tx, id)
  })
