// The simulated providers, called through Waybill's channels. Each channel accepts its provider's callbacks and refuses a forged callback.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { channelsFrom } from '../../src/message-channels.ts'
import type { Channel, OutgoingMessage } from '../../src/messages/channel.ts'
import type { SignedCallback } from './callbacks.ts'
import { forged } from './callbacks.ts'
import type { Provider } from './dialects.ts'
import { settingsFor } from './settings.ts'
import { startMessageSimulator } from './simulator.ts'

const HOOKS = 'https://waybill.example.test'

const message = (statusCallbackUrl: string): OutgoingMessage => ({
  id: 'msg_01test',
  to: '+2348030000001',
  subject: null,
  text: 'Parcel PKG123 is here.',
  html: null,
  template: null,
  unsubscribeUrl: null,
  senderName: 'Sample Freight',
  statusCallbackUrl,
})

const channelOf = async (provider: Provider, url: string): Promise<Channel> => {
  const { sms, whatsapp } = await channelsFrom(readConfig(settingsFor(url)[provider]).channels)
  return (sms ?? whatsapp)!
}

const read = (channel: Channel, { url, headers, body }: SignedCallback) =>
  channel.readCallback!({ url, headers, rawBody: Buffer.from(body) })

describe('the simulator of', () => {
  for (const provider of ['termii', 'africastalking', 'twilio', 'whatsapp'] as const)
    it(`${provider} accepts what the channel sends, and reports in its own words`, async (t) => {
      const simulator = await startMessageSimulator({ hooks: HOOKS })
      t.after(() => simulator.close())
      const channel = await channelOf(provider, simulator.url)
      const outcome = await channel.send(message(`${HOOKS}/hooks/${provider}?ref=msg_01test`), 60_000)
      const [accepted] = simulator.accepted
      assert.deepEqual([outcome.kind, accepted?.to, accepted?.text], ['sent', '+2348030000001', 'Parcel PKG123 is here.'])
      for (const status of ['sent', 'delivered', 'failed'] as const) {
        const report = simulator.reportOf(accepted!, status)
        const [told] = read(channel, report)?.reports ?? []
        assert.deepEqual([told?.providerId, told?.status], [accepted!.id, status])
        assert.equal(read(channel, forged(report)), null)
      }
      const stop = simulator.textFrom(provider, '+2348030000001', 'STOP')
      assert.deepEqual(read(channel, stop)?.texts, [{ from: '+2348030000001', text: 'STOP' }])
      assert.equal(read(channel, forged(stop)), null)
    })
})
