// Staff send an invoice on request, by the channel that they choose. Messages to a customer's phone require the customer's consent.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { recordStop } from '../../../src/flows/messages/consent.ts'
import { sendDueMessages } from '../../../src/flows/messages/send-messages.ts'
import { atDesk } from '../../support/calls/billing-calls.ts'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { book, fieldsOf, live } from '../../support/calls/receiving-calls.ts'
import type { OpsCaller } from '../../support/calls/staff-calls.ts'
import { opsCaller } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir, importAir } from '../../support/samples/requests.ts'
import { createProvider } from '../../support/server/message-provider.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const MORNING = Date.parse('2027-03-01T09:00:00Z')

describe('sending an invoice', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let desk: OpsCaller
    let tenant: Tenant
    let ofCustomer: string
    let ofBusiness: string
    const [mail, sms] = [createProvider('email'), createProvider('sms')]
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze(MORNING)
      waybill.deps.channels = { email: mail.channel, sms: sms.channel }
      desk = await atDesk(waybill)
      tenant = await waybill.newTenant()
      const { id: business } = tenant.business
      await desk.done(`/businesses/${business}/terms`, { bill_to: 'customer', invoicing: 'manual' })
      const message_consents = [{ channel: 'sms', given_at: '2027-02-01T09:00:00Z', how: 'order form' }]
      const trader = { first_name: 'Ada', email: 'ada@example.com', mobile: '08031234567', message_consents, ...pickup }
      const { parcel_customer_id: customer_id } = await newCustomer(tenant, trader, live(tenant))
      const { ids } = await book(tenant, importAir({ parcel_customer_token: customer_id }), live(tenant))
      await desk.done('/receipts', { package_id: ids[0], weight: 2.5 })
      await book(tenant, exportAir(), live(tenant))
      const issued = async (payer: object): Promise<string> => {
        const { invoice } = await desk.done('/invoices', { mode: 'live', business, ...payer })
        return (await desk.done(`/invoices/${invoice.invoice_id}/issue`)).invoice.invoice_id
      }
      ofCustomer = await issued({ customer_id })
      ofBusiness = await issued({})
    })
    after(() => waybill.close())

    const preview = (invoice: string, body: object): Promise<Json> => desk.done(`/invoices/${invoice}/message_preview`, body)
    const send = (invoice: string, body: object) => desk.post(`/invoices/${invoice}/send`, body)

    it('shows what will be sent, and sends that at once, in the language of the customer or the one asked for', async () => {
      const shown = await preview(ofCustomer, { channel: 'email', language: 'fr' })
      assert.deepEqual([shown.to, shown.name, shown.refused], ['ada@example.com', 'Ada', null])
      assert.match(shown.text, /facture/)
      assert.match(shown.html, /<html lang="fr">/)
      const sent = await send(ofCustomer, { channel: 'email', language: 'fr' })
      assert.equal(sent.status, 201, sent.text)
      assert.deepEqual([sent.json.purpose, sent.json.invoice_id, sent.json.status], ['invoice_issued', ofCustomer, 'queued'])
      await sendDueMessages(waybill.deps, { baseUrl: waybill.url })
      assert.deepEqual([mail.got.length, mail.got[0]!.text.startsWith(shown.text.trim().slice(0, 40))], [1, true])
      const [listed] = await desk.get(`/messages?invoice_id=${ofCustomer}`)
      assert.equal(listed.status, 'sent')
    })

    it('refuses a channel that is not set up, without consent, or after STOP, and says so in the preview', async () => {
      await recordStop(waybill.deps, 'sms', '+2348031234567', 'STOP')
      for (const [channel, reason] of [
        ['whatsapp', /is not set up/],
        ['sms', /asked for no more messages/],
      ] as const) {
        assert.match((await preview(ofCustomer, { channel })).refused, reason)
        const refused = await send(ofCustomer, { channel })
        assert.deepEqual([refused.status, refused.json.code], [422, 'INVALID_TRANSITION'])
        assert.match(refused.json.errors[0], reason)
      }
      assert.equal((await desk.get(`/messages?invoice_id=${ofCustomer}`)).length, 1)
    })

    it('takes any email address, but a phone number only of the business, whose customers have to agree themselves', async () => {
      assert.equal((await preview(ofCustomer, { channel: 'email', to: 'books@example.com' })).to, 'books@example.com')
      for (const [invoice, body] of [
        [ofCustomer, { channel: 'sms', to: '08031234568' }],
        [ofBusiness, { channel: 'email' }],
        [ofBusiness, { channel: 'email', to: 'a@b\r\nBcc: x@example.com' }],
        [ofBusiness, { channel: 'sms', to: '12' }],
      ] as const) {
        const refused = await send(invoice, body)
        assert.deepEqual([refused.status, fieldsOf(refused)], [422, ['to']], refused.text)
      }
      assert.equal((await preview(ofBusiness, { channel: 'sms', to: '08031234568' })).to, '+2348031234568')
    })

    it('is for issued invoices on which something is owed, and for people who take payments', async () => {
      const support = await opsCaller(waybill, 'support')
      assert.equal((await support.post(`/invoices/${ofBusiness}/send`, { channel: 'email', to: 'a@example.com' })).status, 403)
      const { open } = (await desk.get(`/invoices/${ofBusiness}`)).invoice
      const paid = { mode: 'live', business: tenant.business.id, method: 'cash', amount: open, invoices: [ofBusiness] }
      await desk.done('/payments', paid)
      const refused = await send(ofBusiness, { channel: 'email', to: 'books@example.com' })
      assert.deepEqual([refused.status, refused.json.code], [422, 'INVOICE_NOT_OPEN'])
    })
  })
})
