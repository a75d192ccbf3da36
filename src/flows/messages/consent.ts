// Records that an address wants no more messages: by an answer of STOP, or by the link in an e-mail.

import { addressKey } from '../../domain/messages/address.ts'
import type { ChannelKind } from '../../domain/messages/purpose.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import * as stops from '../../store/messages/message-stops.ts'
import * as messages from '../../store/messages/messages.ts'
import type { Deps } from '../deps.ts'

const HOW_MAX_CHARACTERS = 200

/** Stops messages to an address, including those that are queued, because a message is checked again when it is due. */
export const recordStop = (deps: Deps, channel: ChannelKind, address: string, how: string): Promise<void> =>
  deps.db.transaction(SYSTEM, (tx) => stop(deps, tx, channel, address, how))

const stop = (deps: Deps, tx: Tx, channel: ChannelKind, address: string, how: string): Promise<void> =>
  stops.put(tx, { channel, address: addressKey(channel, address), stoppedAt: deps.clock(), how: how.slice(0, HOW_MAX_CHARACTERS) })

/** Needs no sign-in, because only the recipient knows the id of the message, and nobody can guess it. */
export const unsubscribe = (deps: Deps, messageId: string): Promise<void> =>
  deps.db.transaction(SYSTEM, async (tx) => {
    const { message } = await messages.loadAny(tx, messageId)
    if (message.recipient === 'staff' || message.address === '') throw new Rejection('NOT_FOUND', 'No such message.')
    await stop(deps, tx, message.channel, message.address, 'link in an e-mail')
  })
