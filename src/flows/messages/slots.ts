// Counts how many messages of each channel a server is sending, so that it claims no more than a channel sends at once.

import type { ChannelKind } from '../../domain/messages/purpose.ts'
import { CHANNELS } from '../../domain/messages/purpose.ts'
import type { Deps } from '../deps.ts'

export type FreeSlots = Readonly<Record<ChannelKind, number>>

/** The slots of a channel that is not set up. Its messages are suppressed, which takes no connection. */
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
    /** Takes all free slots, because it is not known yet how many messages of each channel are due. */
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
