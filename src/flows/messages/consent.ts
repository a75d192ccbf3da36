// Records that an address wants no more messages: by an answer of STOP, or by the link in an e-mail.

import type { Customer } from '../../domain/customers/customer.ts'
import { addressKey } from '../../domain/messages/address.ts'
import { isLifted } from '../../domain/messages/consents.ts'
import type { ChannelKind } from '../../domain/messages/purpose.ts'
import { CHANNELS } from '../../domain/messages/purpose.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import * as stops from '../../store/messages/message-stops.ts'
import * as messages from '../../store/messages/messages.ts'
import type { Deps } from '../deps.ts'
import { addressOf } from './queue-messages.ts'

const HOW_MAX_CHARACTERS = 200

/** Stops messages to an address, including those that are queued, because a message is checked again when it is due. */
export const recordStop = (deps: Deps, channel: ChannelKind, address: string, how: string): Promise<void> =>
  deps.db.transaction(SYSTEM, (tx) => stop(deps, tx, channel, address, how))

const stop = (deps: Deps, tx: Tx, channel: ChannelKind, address: string, how: string): Promise<void> =>
  stops.put(tx, { channel, address: addressKey(channel, address), stoppedAt: deps.clock(), how: how.slice(0, HOW_MAX_CHARACTERS) })

export type OwnStop = { channel: ChannelKind; stoppedAt: number; how: string; isInForce: boolean }

/** The channels on which the addresses of a customer asked for no more messages. Later consent lifts a stop. */
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

/** Needs no sign-in, because only the recipient knows the id of the message, and nobody can guess it. */
export const unsubscribe = (deps: Deps, messageId: string): Promise<void> =>
  deps.db.transaction(SYSTEM, async (tx) => {
    const { message } = await messages.loadAny(tx, messageId)
    if (message.recipient === 'staff' || message.address === '') throw new Rejection('NOT_FOUND', 'No such message.')
    await stop(deps, tx, message.channel, message.address, 'link in an e-mail')
  })
