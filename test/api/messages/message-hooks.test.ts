// Callbacks of message providers: forged ones change nothing, repeated or late ones do no harm, and STOP is honoured at once.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { readConfig } from '../../../src/config.ts'
import { sendDueMessages } from '../../../src/flows/messages/send-messages.ts'
import { channelsFrom } from '../../../src/message-channels.ts'
import type { Channel } from '../../../src/messages/channel.ts'
import type { SignedCallback } from '../../../tools/message-simulator/callbacks.ts'
import { forged } from '../../../tools/message-simulator/callbacks.ts'
import type { Provider } from '../../../tools/message-simulator/dialects.ts'
import { settingsFor } from '../../../tools/message-simulator/settings.ts'
import type { MessageSimulator } from '../../../tools/message-simulator/simulator.ts'
import { startMessageSimulator } from '../../../tools/message-simulator/simulator.ts'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { atDock, book, live } from '../../support/calls/receiving-calls.ts'
import { opsCaller } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { silentApp, startWaybill } from '../../support/server/waybill.ts'

const MORNING = Date.parse('2027-03-01T09:00:00Z')
const TWO_HOURS_MS = 7_200_000
const PROVIDERS = ['termii', 'africastalking', 'twilio', 'whatsapp'] as const

describe('callbacks of message providers', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let simulator: MessageSimulator
    let tenant: Tenant
    let count = 0
    let byProvider: Record<Provider, Channel>
    let hooks: FastifyInstance
    let hooksUrl: string

    before(async () => {
      simulator = await startMessageSimulator()
      const settings = PROVIDERS.map((provider) => settingsFor(simulator.url)[provider])
      const channels = await Promise.all(settings.map(async (given) => channelsFrom(readConfig(given).channels)))
      waybill = await startWaybill(engine)
      const all = channels.flatMap((each) => Object.values(each))
      byProvider = Object.fromEntries(all.map((channel) => [channel.name, channel])) as typeof byProvider
      // With all providers as channels, the server has the callback routes of every provider. Usually a server has one channel of each
      // kind.
      waybill.deps.channels = byProvider
      hooks = await silentApp({ deps: waybill.deps })
      hooksUrl = await hooks.listen({ port: 0, host: '127.0.0.1' })
      simulator.sendCallbacksTo(hooksUrl)
    })
    after(async () => {
      await hooks.close()
      await waybill.close()
      await simulator.close()
    })
    beforeEach(async () => {
      waybill.time.freeze(MORNING)
      tenant = await waybill.newTenant()
    })

    /**
     * Sends a message through the provider to a new phone number. `read` returns this message as it is now. `again` sends a further message
     * to the same number and returns it.
     */
    const sentBy = async (provider: Provider): Promise<{ read: () => Promise<Json>; again: () => Promise<Json> }> => {
      const kind = provider === 'whatsapp' ? 'whatsapp' : 'sms'
      waybill.deps.channels = { [kind]: byProvider[provider] }
      const settings = { sender_name: 'Sample', customers: ['parcel_received'], contacts: [], channel: kind, language: 'en' }
      const admin = await opsCaller(waybill, 'admin')
      await admin.call('PUT', `/ops/v1/businesses/${tenant.business.id}/message_settings`, settings)
      count += 1
      const mobile = `+23480300001${String(count).padStart(2, '0')}`
      const message_consents = [{ channel: kind, given_at: '2027-02-01T09:00:00Z', how: 'order form' }]
      const customer = await newCustomer(tenant, { first_name: 'Ada', mobile, message_consents, ...pickup }, live(tenant))
      const receive = async (): Promise<string> => {
        const { ids } = await book(tenant, importAir({ parcel_customer_token: customer.parcel_customer_id }), live(tenant))
        const dock = await atDock(waybill)
        await dock.done('/receipts', { package_id: ids[0], weight: 2.5 })
        waybill.time.advance(TWO_HOURS_MS)
        await sendDueMessages(waybill.deps, { baseUrl: hooksUrl })
        return ids[0]!
      }
      const readOf = async (id: string): Promise<Json> => (await tenant.get(`/v1/messages?parcel_id=${id}`, live(tenant))).json[0]
      const first = await receive()
      return { read: () => readOf(first), again: async () => readOf(await receive()) }
    }
    const last = () => simulator.accepted.at(-1)!
    const tell = async (callback: SignedCallback): Promise<number> => simulator.tell(callback)

    for (const provider of PROVIDERS)
      it(`${provider}: a forged report changes nothing; reports in any order, and again, leave it delivered`, async () => {
        const { read } = await sentBy(provider)
        const delivered = simulator.reportOf(last(), 'delivered')
        assert.equal(await tell(forged(delivered)), 401)
        assert.equal((await read()).status, 'sent')
        for (const status of ['delivered', 'sent', 'delivered', 'failed'] as const) {
          assert.equal(await tell(simulator.reportOf(last(), status)), 200)
          assert.equal((await read()).status, 'delivered', status)
        }
        const foreign = simulator.reportOf({ ...last(), id: 'another', reference: null, callbackUrl: null }, 'failed')
        assert.equal(await tell(foreign), 200)
        assert.equal((await read()).status, 'delivered')
      })

    for (const provider of ['twilio', 'whatsapp'] as const)
      it(`${provider}: STOP suppresses the next message; a forged STOP and another text do not`, async () => {
        const { again } = await sentBy(provider)
        const { to } = last()
        assert.equal(await tell(forged(simulator.textFrom(provider, to, 'STOP'))), 401)
        assert.equal(await tell(simulator.textFrom(provider, to, 'Where do I stop the car?')), 200)
        assert.equal((await again()).status, 'sent')
        assert.equal(await tell(simulator.textFrom(provider, to, 'Stop.')), 200)
        const accepted = simulator.accepted.length
        assert.deepEqual([(await again()).status, simulator.accepted.length], ['suppressed', accepted])
      })

    for (const provider of ['twilio', 'whatsapp'] as const)
      it(`${provider}: a report with our id settles a message whose answer never arrived`, async () => {
        simulator.order('cut_after')
        const { read } = await sentBy(provider)
        assert.equal((await read()).status, 'unknown')
        assert.equal(await tell(simulator.reportOf(last(), 'delivered')), 200)
        assert.equal((await read()).status, 'delivered')
      })

    it('begin with a check of our address for WhatsApp', async () => {
      const check = (token: string) =>
        fetch(`${hooksUrl}/hooks/whatsapp?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`)
      const [good, bad] = [await check('TEST_VERIFY'), await check('guessed')]
      assert.deepEqual([good.status, await good.text(), bad.status], [200, '1158201444', 401])
    })

    it('are not accepted for a channel that is switched off', async () => {
      assert.equal((await waybill.call('POST', '/hooks/twilio', {})).status, 404)
    })
  })
})
