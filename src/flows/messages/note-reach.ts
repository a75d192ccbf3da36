// Notes whether an address can be reached, and lists the addresses of a customer that cannot.

import type { Customer } from '../../domain/customers/customer.ts'
import { addressKey } from '../../domain/messages/address.ts'
import type { Message, Outcome, Report } from '../../domain/messages/message.ts'
import { reachOf } from '../../domain/messages/message.ts'
import { CHANNELS } from '../../domain/messages/purpose.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import type { Unreachable } from '../../store/messages/message-unreachable.ts'
import * as unreachable from '../../store/messages/message-unreachable.ts'
import { addressOf } from './queue-messages.ts'

/** `told`: the outcome of a call, or a later report. */
export const noteReach = async (tx: Tx, { id, channel, address }: Message, told: Outcome | Report, now: number): Promise<void> => {
  const reach = reachOf(channel, told)
  const key = addressKey(channel, address)
  if (reach === 'reached') await unreachable.remove(tx, channel, key)
  if (reach === 'unreachable') {
    const reason = ('reason' in told ? told.reason : null) ?? 'The provider did not say why.'
    await unreachable.put(tx, { channel, address: key, reason, messageId: id, failedAt: now })
  }
}

export const unreachableOf = async (db: Query, customer: Customer): Promise<Unreachable[]> => {
  const keys = CHANNELS.map((channel) => ({ channel, key: addressKey(channel, addressOf(channel, customer).to) }))
  const found = await unreachable.ofAddresses(db, [...new Set(keys.map(({ key }) => key))])
  return found.filter(({ channel, address }) => keys.some((each) => each.channel === channel && each.key === address))
}
