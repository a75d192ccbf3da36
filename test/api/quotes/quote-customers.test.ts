// Naming a parcel customer on a quote: all ways to name one, which way takes precedence, and which customers cannot be named.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ParcelRequest } from '../../../src/domain/quotes/quote-request.ts'
import { Problems } from '../../../src/domain/values/errors.ts'
import type { Caller } from '../../../src/flows/deps.ts'
import { createQuote } from '../../../src/flows/quotes/create-quote.ts'
import type { Db } from '../../../src/platform/engine/db.ts'
import { StaleWrite } from '../../../src/platform/engine/db.ts'
import type { Customer } from '../../support/calls/customer-references.ts'
import { FROM_PROFILE, full, linkedCustomer, NO_SENDER, PROFILE, short, token, WAYS } from '../../support/calls/customer-references.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import { createShipment, newQuote } from '../../support/calls/quote-calls.ts'
import { refusedFields } from '../../support/calls/refusals.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { chinaSender, exportAir, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

describe('parcel customers on quotes', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    describe('naming the customer', () => {
      let tenant: Tenant
      let customer: Customer
      before(async () => {
        tenant = await waybill.newTenant()
        customer = await newCustomer(tenant, PROFILE)
        await newCustomer(tenant, { ...PROFILE, first_name: 'Another', email: 'another@example.com', mobile: '+8613800000001' })
      })

      for (const { way, says } of WAYS) {
        it(`${way} names the customer, whose profile is the sender [create-quote.rule-1] [create-quote.rule-7] [service.5]`, async () => {
          for (const flow of [importAir, importOcean]) {
            const quote = await newQuote(tenant, flow({ sender: undefined, ...says(customer) }))
            assert.equal(await linkedCustomer(waybill, quote), customer.parcel_customer_id)
            assert.deepEqual(quote.sender, FROM_PROFILE)
            assert.equal(quote.origin_details.origin_country, 'CN')
          }
        })
      }

      it('is read again when it changes meanwhile, at most five times', async () => {
        const { deps } = waybill
        const { business } = tenant
        const caller: Caller = { businessId: business.id, mode: 'test', business, clockOffsetMs: 0, ...byTest(deps) }
        const parcel = importAir({ ...NO_SENDER, customer_id: customer.parcel_customer_id }) as ParcelRequest
        const creating = async (changes: number): Promise<number> => {
          let attempts = 0
          const changing: Db = {
            ...deps.db,
            transaction: async (by, work) => {
              attempts += 1
              if (attempts <= changes)
                await deps.db.execute('update customers set version = version + 1 where id = $1', [customer.parcel_customer_id])
              return deps.db.transaction(by, work)
            },
          }
          const { version } = await createQuote({ ...deps, db: changing }, caller, parcel, new Problems())
          assert.equal(version, 1)
          return attempts
        }
        assert.equal(await creating(0), 1)
        assert.equal(await creating(4), 5)
        await assert.rejects(creating(5), StaleWrite)
      })

      it('the booked package carries the customer’s unique ID [service.5] [versioning.2026-07-16]', async () => {
        const quote = await newQuote(tenant, importOcean({ ...NO_SENDER, customer_id: customer.parcel_customer_id }))
        await createShipment(tenant, quote.parcel_quote_id)
        const { json } = await tenant.get('/v1/packages')
        assert.equal(json[0].customer_identifier, customer.address_suffix)
      })

      for (const written of ['VIP-7', '4242']) {
        it(`an ID of the client’s own, ${written}, is found in every notation [create-quote.address_suffix] [create-quote.parcel_customer_token]`, async () => {
          const own = await newCustomer(tenant, { address_suffix: written, last_name: 'Own' })
          const forms =
            written === '4242'
              ? ['4242', `${tenant.business.prefix}4242`, `${tenant.business.prefix.toLowerCase()}4242`]
              : ['VIP-7', 'vip-7']
          for (const form of forms) {
            for (const says of [{ address_suffix: form }, { parcel_customer_token: form }, { customer_id: form }, { sender_name: form }]) {
              assert.equal(
                await linkedCustomer(waybill, await newQuote(tenant, importAir({ ...NO_SENDER, ...says }))),
                own.parcel_customer_id,
              )
            }
          }
        })
      }

      it('a supplier’s name may look like a customer token: only the other fields accept one', async () => {
        const sender = { ...chinaSender, name: customer.parcel_customer_id }
        assert.equal(await linkedCustomer(waybill, await newQuote(tenant, importAir({ sender }))), null)
      })

      it('a supplier’s name may consist of digits: a short ID beside other sender fields is only a name [create-quote.rule-1]', async () => {
        const sender = { ...chinaSender, name: short(customer) }
        const quote = await newQuote(tenant, importAir({ sender }))
        assert.equal(await linkedCustomer(waybill, quote), null)
        assert.deepEqual(quote.sender, sender)
        const fields = ['parcel.sender.address.city', 'parcel.sender.address.country', 'parcel.sender.address.street']
        assert.deepEqual(await refusedFields(waybill, tenant, importAir({ sender: { name: short(customer), phone: '1' } })), fields)
      })

      it('a full ID beside other sender fields still names the customer, and the fields override the profile [create-quote.rule-1]', async () => {
        const quote = await newQuote(tenant, importAir({ sender: { name: full(customer), phone: '123' } }))
        assert.equal(await linkedCustomer(waybill, quote), customer.parcel_customer_id)
        assert.deepEqual(quote.sender, { ...FROM_PROFILE, phone: '123' })
      })

      it('a full sender needs no customer [create-quote.rule-1]', async () => {
        const quote = await newQuote(tenant, importOcean())
        assert.equal(await linkedCustomer(waybill, quote), null)
        assert.deepEqual(quote.sender, chinaSender)
      })
    })

    describe('precedence', () => {
      let tenant: Tenant
      let first: Customer
      let second: Customer
      before(async () => {
        tenant = await waybill.newTenant()
        first = await newCustomer(tenant)
        second = await newCustomer(tenant)
      })

      for (const { rule, says } of [
        { rule: 'the token before the suffix', says: () => ({ parcel_customer_token: token(first), address_suffix: full(second) }) },
        {
          rule: 'the token, even if the suffix is unknown',
          says: () => ({ parcel_customer_token: short(first), address_suffix: 'NOBODY' }),
        },
        { rule: 'customer_id before the suffix', says: () => ({ customer_id: token(first), address_suffix: full(second) }) },
        { rule: 'the token before the name', says: () => ({ parcel_customer_token: token(first), sender: { name: full(second) } }) },
        { rule: 'the suffix before the name', says: () => ({ address_suffix: full(first), sender_name: full(second) }) },
        { rule: 'a blank token is no token', says: () => ({ parcel_customer_token: ' ', customer_id: null, address_suffix: full(first) }) },
      ]) {
        it(`several ways at once: ${rule} [create-quote.rule-2] [create-quote.parcel_customer_token]`, async () => {
          assert.equal(
            await linkedCustomer(waybill, await newQuote(tenant, importOcean({ ...NO_SENDER, ...says() }))),
            first.parcel_customer_id,
          )
        })
      }

      it('the one with precedence must exist: the next one is not tried [create-quote.rule-2]', async () => {
        const says = { parcel_customer_token: 'NOBODY', address_suffix: full(first) }
        assert.deepEqual(await refusedFields(waybill, tenant, importAir({ ...NO_SENDER, ...says }), 'CUSTOMER_NOT_FOUND'), [
          'parcel.parcel_customer_token',
        ])
      })

      for (const field of ['parcel_customer_token', 'customer_id', 'address_suffix']) {
        it(`${field}: an unknown one is CUSTOMER_NOT_FOUND, on import and export`, async () => {
          const other = await newCustomer(await waybill.newTenant())
          const live = await newCustomer(tenant, {}, { key: tenant.liveKey })
          for (const value of [
            'NOBODY',
            '99999',
            other.parcel_customer_id,
            other.address_suffix,
            live.parcel_customer_id,
            'pcus_00000000000000000000000000',
          ]) {
            for (const parcel of [
              importAir({ ...NO_SENDER, [field]: value }),
              importOcean({ [field]: value }),
              exportAir({ [field]: value }),
            ]) {
              assert.deepEqual(await refusedFields(waybill, tenant, parcel, 'CUSTOMER_NOT_FOUND'), [`parcel.${field}`])
            }
          }
        })
      }

      it('a name that is no ID is only a name, and the sender must be complete', async () => {
        const fields = ['address.city', 'address.country', 'address.street', 'phone'].map((field) => `parcel.sender.${field}`)
        assert.deepEqual(await refusedFields(waybill, tenant, importAir({ sender: { name: 'NOBODY' } })), fields)
      })

      it('problems of the sender are not reported when the customer cannot be read', async () => {
        for (const field of ['parcel_customer_token', 'customer_id', 'address_suffix'])
          assert.deepEqual(await refusedFields(waybill, tenant, importOcean({ sender: undefined, [field]: 4242 })), [`parcel.${field}`])
      })

      it('an unknown customer is reported beside the other problems', async () => {
        const parcel = importAir({ ...NO_SENDER, customer_id: 'NOBODY', packages: [{}] })
        assert.deepEqual(await refusedFields(waybill, tenant, parcel), ['parcel.customer_id', 'parcel.packages[0].weight'])
      })

      it('a live customer is found with the live key, which has its own IDs', async () => {
        const live = await newCustomer(tenant, {}, { key: tenant.liveKey })
        const quote = await newQuote(tenant, importAir({ ...NO_SENDER, address_suffix: full(live) }), { key: tenant.liveKey })
        assert.equal(await linkedCustomer(waybill, quote), live.parcel_customer_id)
      })
    })

    describe('an inactive customer', () => {
      let tenant: Tenant
      let customer: Customer
      before(async () => {
        tenant = await waybill.newTenant()
        customer = await newCustomer(tenant, PROFILE)
        await waybill.deps.db.execute(`update customers set status = 'inactive' where id = $1`, [customer.parcel_customer_id])
      })

      for (const { way, says } of WAYS) {
        it(`is refused on new quotes: ${way}`, async () => {
          const parcel = importAir({ sender: undefined, ...says(customer) })
          assert.deepEqual(await refusedFields(waybill, tenant, parcel, 'CUSTOMER_INACTIVE'), [`parcel.${way.split(':')[0]}`])
        })
      }

      it('is refused on export too, and reported beside other problems', async () => {
        const named = { parcel_customer_token: token(customer) }
        assert.deepEqual(await refusedFields(waybill, tenant, exportAir(named), 'CUSTOMER_INACTIVE'), ['parcel.parcel_customer_token'])
        const parcel = importAir({ ...named, packages: [{}] })
        assert.deepEqual(await refusedFields(waybill, tenant, parcel), ['parcel.packages[0].weight', 'parcel.parcel_customer_token'])
      })
    })
  })
})
