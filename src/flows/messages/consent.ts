// Addresses that get no messages, because their owner answered STOP or used the unsubscribe link, or because messages cannot be delivered.

import type { Customer } from '../../domain/customers/customer.ts'
import { addressKey } from '../../domain/messages/address.ts'
import { isLifted } from '../../domain/messages/consents.ts'
import type { Message, Outcome, Report } from '../../domain/messages/message.ts'
import { reachOf } from '../../domain/messages/message.ts'
import type { ChannelKind } from '../../domain/messages/purpose.ts'
import { CHANNELS } from '../../domain/messages/purpose.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import * as stops from '../../store/messages/message-stops.ts'
import type { Unreachable } from '../../store/messages/message-unreachable.ts'
import * as unreachable from '../../store/messages/message-unreachable.ts'
import * as messages from '../../store/messages/messages.ts'
import type { Deps } from '../deps.ts'
import { addressOf } from './queue-messages.ts'

const HOW_MAX_CHARACTERS = 200

/** Stops messages to an address. Queued messages are stopped too, because each message is checked again when it is due. */
export const recordStop = (deps: Deps, channel: ChannelKind, address: string, how: string): Promise<void> =>
  deps.db.transaction(SYSTEM, (tx) => stop(deps, tx, channel, address, how))

const stop = (deps: Deps, tx: Tx, channel: ChannelKind, address: string, how: string): Promise<void> =>
  stops.put(tx, { channel, address: addressKey(channel, address), stoppedAt: deps.clock(), how: how.slice(0, HOW_MAX_CHARACTERS) })

export type OwnStop = { channel: ChannelKind; stoppedAt: number; how: string; isInForce: boolean }

/**
 * Returns the channels on which messages to the customer's addresses were stopped. `isInForce` is false if the customer has consented again
 * since.
 */
export const stopsOf = async (db: Query, customer: Customer): Promise<OwnStop[]> => {
  const addresses = CHANNELS.map((channel) => ({ channel, key: addressKey(channel, addressOf(channel, customer).to) }))
  const found = await stops.ofAddresses(
    db,
    [...new Set(addresses.map(({ key }) => key))].filter((key) => key !== ''),
  )
  return addresses.flatMap(({ channel, key }) => {
    const stop = found.find((each) => each.channel === channel && each.address === key)
    if (!stop) return []
    const consent = customer.messageConsents.find((each) => each.channel === channel)
    return [{ channel, stoppedAt: stop.stoppedAt, how: stop.how, isInForce: !isLifted(stop.stoppedAt, consent) }]
  })
}

/**
 * Stops further messages to the address of this message. Needs no sign-in, because the id is known only to the recipient and cannot be
 * guessed.
 */
export const unsubscribe = (deps: Deps, messageId: string): Promise<void> =>
  deps.db.transaction(SYSTEM, async (tx) => {
    const { message } = await messages.loadAny(tx, messageId)
    if (message.recipient === 'staff' || message.address === '') throw new Rejection('NOT_FOUND', 'No such message.')
    await stop(deps, tx, message.channel, message.address, 'link in an e-mail')
  })

/**
 * Saves whether the address of a message can be reached. `told`: the outcome of sending the message, or a later report from the provider.
 */
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
