// Customers named in quotes: exports keep their own sender, imports are sent from the customer's address, and parcel-customer accounts must name a customer.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { SAMPLE_WAREHOUSE } from '../../../src/domain/demo/sample-cards.ts'
import type { Customer } from '../../support/calls/customer-references.ts'
import { FROM_PROFILE, full, linkedCustomer, NO_SENDER, PROFILE, token, WAYS } from '../../support/calls/customer-references.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import { newQuote } from '../../support/calls/quote-calls.ts'
import { refusedFields } from '../../support/calls/refusals.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { chinaSender, exportAir, exportOcean, exportSender, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const { postalCode: postal_code, ...warehouse } = SAMPLE_WAREHOUSE.address
const WAREHOUSE = { ...warehouse, postal_code }

/** `says`: request fields besides the customer. `sender`: the resulting sender. */
const OVERRIDES = [
  { says: {}, sender: FROM_PROFILE },
  { says: { origin_mobile: '+8613900000000' }, sender: { ...FROM_PROFILE, phone: '+8613900000000' } },
  { says: { sender_email: 'new@example.com' }, sender: { ...FROM_PROFILE, email: 'new@example.com' } },
  { says: { sender: { name: 'Yiwu Factory 3' } }, sender: { ...FROM_PROFILE, name: 'Yiwu Factory 3' } },
  { says: { origin_city: 'Ningbo' }, sender: { ...FROM_PROFILE, address: { ...FROM_PROFILE.address, city: 'Ningbo' } } },
  {
    says: { sender: { address: { street: '9 Port Road' } }, origin_zip_code: '315000' },
    sender: { ...FROM_PROFILE, address: { ...FROM_PROFILE.address, street: '9 Port Road', postal_code: '315000' } },
  },
  { says: { origin_country: 'CHN' }, sender: { ...FROM_PROFILE, address: { ...FROM_PROFILE.address, country: 'CHN' } } },
  { says: { origin_country: 'TR' }, sender: { ...FROM_PROFILE, address: { country: 'TR' } } },
  {
    says: { sender: { address: { country: 'Turkey', city: 'Izmir' } } },
    sender: { ...FROM_PROFILE, address: { country: 'Turkey', city: 'Izmir' } },
  },
]

describe('a customer in a quote', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    describe('on export', () => {
      it('a customer ID alone is not enough: every missing field is named [create-quote.rule-3]', async () => {
        const tenant = await waybill.newTenant()
        const customer = await newCustomer(tenant, PROFILE)
        const fields = ['address.city', 'address.country', 'address.street', 'name', 'phone'].map((field) => `parcel.sender.${field}`)
        for (const flow of [exportAir, exportOcean]) {
          assert.deepEqual(await refusedFields(waybill, tenant, flow({ ...NO_SENDER, address_suffix: full(customer) })), fields)
        }
      })

      it('a customer beside a full sender is linked, and does not change it [create-quote.rule-3]', async () => {
        const tenant = await waybill.newTenant()
        const customer = await newCustomer(tenant, PROFILE)
        const quote = await newQuote(tenant, exportAir({ parcel_customer_token: token(customer) }))
        assert.equal(await linkedCustomer(waybill, quote), customer.parcel_customer_id)
        assert.deepEqual(quote.sender, exportSender)
      })
    })

    describe('a parcel-customer account', () => {
      let tenant: Tenant
      let customer: Customer
      before(async () => {
        tenant = await waybill.newTenant({ parcelCustomerAccount: true })
        customer = await newCustomer(tenant, PROFILE)
      })

      for (const { way, says } of WAYS) {
        it(`may import with ${way} [create-quote.rule-4]`, async () => {
          assert.equal(
            await linkedCustomer(waybill, await newQuote(tenant, importAir({ sender: undefined, ...says(customer) }))),
            customer.parcel_customer_id,
          )
        })
      }

      for (const { without, says, field } of [
        { without: 'any sender', says: NO_SENDER, field: 'parcel.parcel_customer_token' },
        { without: 'a customer, even with a complete sender', says: { sender: chinaSender }, field: 'parcel.sender.name' },
        { without: 'a customer, in a flat request', says: { sender: undefined, sender_name: 'NOBODY' }, field: 'parcel.sender_name' },
      ]) {
        it(`may not import without ${without} [create-quote.rule-4]`, async () => {
          for (const flow of [importAir, importOcean]) assert.deepEqual(await refusedFields(waybill, tenant, flow(says)), [field])
        })
      }

      it('exports like any other business [create-quote.rule-4]', async () => {
        assert.equal(await linkedCustomer(waybill, await newQuote(tenant, exportAir())), null)
      })
    })

    describe('the origin of the goods', () => {
      let tenant: Tenant
      before(async () => {
        tenant = await waybill.newTenant()
      })

      for (const { says, sender } of OVERRIDES) {
        it(`a profile in China and ${JSON.stringify(says)} [create-quote.rule-7]`, async () => {
          const { address_suffix } = (await tenant.post('/v1/parcel-customers', { parcel_customer: PROFILE })).json.data
          for (const flow of [importAir, importOcean]) {
            assert.deepEqual((await newQuote(tenant, flow({ ...NO_SENDER, address_suffix, ...says }))).sender, sender)
          }
        })
      }

      it('a profile without a pickup address uses the operator’s China warehouse [create-quote.rule-7]', async () => {
        const { address_suffix } = await newCustomer(tenant, { last_name: 'Trader' })
        const addressOf = async (says: object) =>
          (await newQuote(tenant, importOcean({ ...NO_SENDER, address_suffix, ...says }))).sender.address
        assert.deepEqual(await addressOf({}), WAREHOUSE)
        assert.deepEqual(await addressOf({ origin_address: 'Gate 2' }), { ...WAREHOUSE, street: 'Gate 2' })
        assert.deepEqual(await addressOf({ origin_country: 'IN' }), { country: 'IN' })
      })

      it('the origin decides the card: a profile elsewhere is not on the China lane unless the request says China [create-quote.rule-7] [create-quote.rule-8]', async () => {
        const elsewhere = { ...PROFILE, email: 'izmir@example.com', mobile: '+905300000000', origin_country: 'TUR' }
        const { address_suffix } = await newCustomer(tenant, elsewhere)
        const priceOf = async (says: object) =>
          (await newQuote(tenant, importAir({ ...NO_SENDER, address_suffix, ...says }))).estimated_price
        assert.equal(await priceOf({}), 163_625)
        assert.equal(await priceOf({ origin_country: 'CN' }), 148_750)
      })
    })
  })
})
