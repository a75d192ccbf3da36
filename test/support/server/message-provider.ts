// A provider of messages in this process, for tests that need no connection.

import type { Channel, OutgoingMessage, SendOutcome } from '../../../src/messages/channel.ts'

/** Answers as the test tells it, and keeps the messages that it gets. */
export const createProvider = (kind: Channel['kind']) => {
  const got: OutgoingMessage[] = []
  const answers: (SendOutcome | 'never')[] = []
  const channel: Channel = {
    kind,
    name: `sample-${kind}`,
    atOnce: 5,
    send: async (message) => {
      got.push(message)
      const answer = answers.shift() ?? { kind: 'sent', providerId: `p-${message.id}`, cost: { amount: '4.00', currency: 'NGN' } }
      return answer === 'never' ? new Promise<never>(() => {}) : answer
    },
  }
  return { channel, got, answers }
}
