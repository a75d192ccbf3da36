// A simulated message provider inside the test process, for tests that need no network.

import type { Channel, OutgoingMessage, SendOutcome } from '../../../src/messages/channel.ts'

/**
 * Creates a channel that saves each message in `got` and answers with the next entry of `answers`. If no entry is left, it answers that the
 * message was sent.
 */
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
