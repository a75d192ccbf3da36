// Counts the messages that a server is sending on each channel. The server claims only as many messages as the channel can send at once.

import type { ChannelKind } from '../../domain/messages/purpose.ts'
import { CHANNELS } from '../../domain/messages/purpose.ts'
import type { Deps } from '../deps.ts'

export type FreeSlots = Readonly<Record<ChannelKind, number>>

/** Number of slots of a channel that is not set up. Messages of such a channel are suppressed, which needs no connection to a provider. */
const WITHOUT_CHANNEL = 25

export const createSlots = () => {
  const taken: Record<ChannelKind, number> = { email: 0, sms: 0, whatsapp: 0 }
  const freeOf = (channels: Deps['channels'], kind: ChannelKind): number => {
    const channel = channels[kind]
    return channel ? Math.max(0, channel.atOnce - taken[kind]) : WITHOUT_CHANNEL
  }
  const free = (channels: Deps['channels']): FreeSlots => ({
    email: freeOf(channels, 'email'),
    sms: freeOf(channels, 'sms'),
    whatsapp: freeOf(channels, 'whatsapp'),
  })
  return {
    free,
    /**
     * Reserves all free slots, because it is not known yet how many messages of each channel are due. The caller gives back the slots that
     * it does not need.
     */
    takeAll: (channels: Deps['channels']): FreeSlots => {
      const all = free(channels)
      for (const kind of CHANNELS) taken[kind] += all[kind]
      return all
    },
    giveBack: (kind: ChannelKind, count: number): void => {
      taken[kind] -= count
    },
  }
}

export type Slots = ReturnType<typeof createSlots>
