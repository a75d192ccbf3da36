// The Big List of Naughty Strings in every text field: refused clearly, or stored and returned unchanged. Never a 5xx.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { bookedQuote, newQuote } from '../../support/calls/quote-calls.ts'
import { assertWritesNothing, problemsIn } from '../../support/calls/refusals.ts'
import { forOneEngine, postgres, sqlite } from '../../support/engine/engines.ts'
import { NAUGHTY_STRINGS, SAMPLED_STRINGS } from '../../support/samples/naughty-strings.ts'
import { importAir, importOcean, lagosRecipient } from '../../support/samples/requests.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const STRINGS = SAMPLED_STRINGS
const COUNT = STRINGS.length
const TEXT_MAX_CHARACTERS = 255
const PACKAGES_MAX_ENTRIES = 100
const IN_FLIGHT = 8

/** Cuts the text to 255 characters, the maximum length of a commodity. */
const fitting = (text: string): string => [...text].slice(0, 255).join('')

const isBlank = (text: string): boolean => text.trim() === ''
const isLong = (text: string): boolean => [...text].length > TEXT_MAX_CHARACTERS
/** Strings that any text field accepts unchanged. */
const KEPT = STRINGS.filter((text) => !isBlank(text) && !isLong(text))
const LONG = STRINGS.filter(isLong)

/** Yields a different string for each field. With a different `index` for each request, every field gets every string. */
const spread = (index: number, pool: readonly string[] = KEPT): (() => string) => {
  let field = index
  return () => pool[field++ % pool.length]!
}

const inParallel = async <T>(items: readonly T[], work: (item: T, index: number) => Promise<void>): Promise<void> => {
  const queue = items.entries()
  const worker = async () => {
    for (const [index, item] of queue) await work(item, index)
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
}

const partyOf = (next: () => string, country: string) => ({
  name: next(),
  email: next(),
  phone: next(),
  address: { street: next(), city: next(), state: next(), postal_code: next(), country },
})

const nestedRequest = (next: () => string) => ({
  direction: 'import',
  sender: partyOf(next, 'CN'),
  recipient: partyOf(next, 'NG'),
  packages: [{ package_type: next(), weight: 1 }],
})

const flatRequest = (next: () => string) => {
  const origin = { origin_mobile: next(), origin_address: next(), origin_city: next(), origin_state: next(), origin_zip_code: next() }
  const dest = { dest_mobile: next(), dest_address: next(), dest_city: next(), dest_state: next(), dest_zip_code: next() }
  const names = { sender_name: next(), sender_email: next(), dest_name: next(), dest_email: next() }
  return {
    direction: 'import',
    ...names,
    ...origin,
    ...dest,
    origin_country: 'CN',
    destination_country: 'NG',
    package: { weight: 1, item_description: next() },
  }
}

const customerRequest = (next: () => string) => ({
  address_suffix: next(),
  first_name: next(),
  last_name: next(),
  email: next(),
  mobile: next(),
  origin_address: next(),
  origin_city: next(),
  origin_zip_code: next(),
  origin_state: next(),
  origin_country: 'CN',
})

const listed = async <T>(tenant: Tenant, path: string): Promise<T[]> => {
  const all: T[] = []
  for (let page = 1; ; page++) {
    const { json } = await tenant.get(`${path}${path.includes('?') ? '&' : '?'}page=${page}`)
    const items: T[] = json.data ?? json
    if (items.length === 0) return all
    all.push(...items)
  }
}

describe('naughty strings', () => {
  it('are complete, and the ones that are tried include every kind', () => {
    assert.equal(NAUGHTY_STRINGS.length, 515)
    assert.ok(LONG.length > 0 && KEPT.length > 80 && STRINGS.some(isBlank))
  })

  // One engine is enough: PostgreSQL, which accepts fewer strings than SQLite does.
  forOneEngine((engine) => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    type Quote = { parcel_quote_id: string; status: string; comment: string | null }

    it('are stored in a nested quote request, and as the comment of its cancellation', async () => {
      const tenant = await waybill.newTenant()
      const created = new Map<string, Quote>()
      await inParallel(STRINGS, async (description, index) => {
        const request = nestedRequest(spread(index))
        const quote = await newQuote(tenant, { ...request, description })
        assert.deepEqual(quote.sender, request.sender)
        assert.deepEqual(quote.recipient, request.recipient)
        assert.deepEqual(quote.package.packages, request.packages)
        assert.equal(quote.package.item_description, isBlank(description) ? undefined : description)
        created.set(quote.parcel_quote_id, quote)
      })
      const stored = await listed<Quote>(tenant, '/v1/parcel_quotes')
      assert.equal(stored.length, COUNT)
      for (const quote of stored) assert.deepEqual(quote, created.get(quote.parcel_quote_id))

      const comments = new Map<string, string | null>()
      await inParallel(STRINGS, async (comment, index) => {
        const { parcel_quote_id } = stored[index]!
        const answer = await tenant.post(`/v1/parcel_quotes/${parcel_quote_id}/cancel`, { comment })
        assert.equal(answer.status, 200, answer.text)
        assert.equal(answer.json.comment, isBlank(comment) ? null : comment)
        comments.set(parcel_quote_id, answer.json.comment)
      })
      const sql = 'select id, comment from quotes where business_id = $1'
      const rows = await waybill.deps.db.query<{ id: string; comment: string | null }>(sql, [tenant.business.id])
      for (const { id, comment } of rows) assert.equal(comment, comments.get(id))
    })

    it('are stored in a flat quote request', async () => {
      const tenant = await waybill.newTenant()
      const created = new Map<string, Quote>()
      await inParallel(KEPT, async (_, index) => {
        const request = flatRequest(spread(index))
        const quote = await newQuote(tenant, request)
        const { name, email, phone, address } = quote.sender
        const { sender_name, sender_email, origin_mobile, origin_address, origin_city, origin_state, origin_zip_code } = request
        assert.deepEqual([name, email, phone], [sender_name, sender_email, origin_mobile])
        assert.deepEqual(address, {
          street: origin_address,
          city: origin_city,
          state: origin_state,
          postal_code: origin_zip_code,
          country: 'CN',
        })
        const { dest_name, dest_email, dest_mobile, dest_address, dest_city, dest_state, dest_zip_code } = request
        assert.deepEqual([quote.recipient.name, quote.recipient.email, quote.recipient.phone], [dest_name, dest_email, dest_mobile])
        const delivery = { street: dest_address, city: dest_city, state: dest_state, postal_code: dest_zip_code, country: 'NG' }
        assert.deepEqual(quote.recipient.address, delivery)
        assert.deepEqual(quote.package, request.package)
        created.set(quote.parcel_quote_id, quote)
      })
      const stored = await listed<Quote>(tenant, '/v1/parcel_quotes')
      assert.equal(stored.length, KEPT.length)
      for (const quote of stored) assert.deepEqual(quote, created.get(quote.parcel_quote_id))
    })

    it('are stored as commodities, and as notices on the packages', async () => {
      const tenant = await waybill.newTenant()
      const texts = new Map<string, string>()
      for (let from = 0; from < COUNT; from += PACKAGES_MAX_ENTRIES) {
        const batch = STRINGS.slice(from, from + PACKAGES_MAX_ENTRIES)
        const booked = await bookedQuote(
          tenant,
          importOcean({ packages: batch.map((text) => ({ container_size: "20'", commodity: fitting(text) })) }),
        )
        const kept = batch.map((text) => (isBlank(text) ? undefined : fitting(text)))
        assert.deepEqual(
          booked.package.packages.map(({ commodity }: { commodity?: string }) => commodity),
          kept,
        )
        for (const [index, { parcel_id }] of booked.parcel_details.parcels.entries()) texts.set(parcel_id, batch[index]!)
      }
      await inParallel([...texts], async ([id, text]) => {
        const held = await tenant.post(`/v1/packages/${id}/notices`, { action: 'hold', body: text })
        assert.equal(held.status, 201, held.text)
        assert.ok(isBlank(text) ? !isBlank(held.json.notice.body) : held.json.notice.body === text)
      })
      const stored = await listed<{ parcel_id: string; notices: { body: string }[] }>(tenant, '/v1/packages')
      assert.equal(stored.length, COUNT)
      for (const { parcel_id, notices } of stored) {
        const text = texts.get(parcel_id)!
        if (!isBlank(text)) assert.equal(notices[0]!.body, text)
      }
    })

    it('are stored in a customer, whose ID ignores case', async () => {
      const tenant = await waybill.newTenant()
      const idOf = (suffix: string): string => {
        const id = suffix.trim().toUpperCase()
        return /^[0-9]+$/.test(id) ? tenant.business.prefix + id : id
      }
      const created = new Map<string, { address_suffix: string }>()
      await inParallel(KEPT, async (_, index) => {
        const request = customerRequest(spread(index))
        const { status, json, text } = await tenant.post('/v1/parcel-customers', { parcel_customer: request })
        assert.ok(status === 201 || status === 200, text)
        if (status === 200) return assert.equal(idOf(json.data.address_suffix), idOf(request.address_suffix))
        assert.deepEqual({ ...json.data, ...request }, json.data)
        created.set(json.data.address_suffix, json.data)
      })
      assert.equal(created.size, new Set(KEPT.map(idOf)).size)
      const stored = await listed<{ address_suffix: string }>(tenant, '/v1/parcel-customers?per_page=100')
      assert.equal(stored.length, created.size)
      for (const customer of stored) assert.deepEqual(customer, created.get(customer.address_suffix))
    })

    it('match no customer ID, in any field that names a customer', async () => {
      const tenant = await waybill.newTenant()
      await assertWritesNothing(waybill, tenant, () =>
        inParallel(KEPT, async (_, index) => {
          const next = spread(index)
          for (const [used, ignored] of [
            [{ parcel_customer_token: next() }, { customer_id: next(), address_suffix: next() }],
            [{ address_suffix: next() }, { sender_name: next() }],
          ]) {
            const answer = await tenant.post('/v1/parcel_quotes', { parcel: importAir({ sender: undefined, ...used, ...ignored }) })
            assert.deepEqual(
              Object.keys(problemsIn(answer, 'CUSTOMER_NOT_FOUND')),
              Object.keys(used!).map((field) => `parcel.${field}`),
            )
          }
        }),
      )
    })
  }, postgres)

  // One engine is enough: before the server refuses these values, it reads only the API key and the customer from the store.
  describe('in fields with restricted values', () => {
    let waybill: Waybill
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(sqlite)
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())

    const quote = (parcel: object) => tenant.post('/v1/parcel_quotes', { parcel })
    const customer = (parcel_customer: object) => tenant.post('/v1/parcel-customers', { parcel_customer })
    const fieldsOf = (answer: Answer) => Object.keys(problemsIn(answer))

    it('are refused in every field if they are too long', () =>
      assertWritesNothing(waybill, tenant, async () => {
        assert.equal(fieldsOf(await quote(nestedRequest(spread(0, LONG)))).length, 15)
        assert.equal(fieldsOf(await quote({ ...flatRequest(spread(0, LONG)), package: { weight: 1 } })).length, 14)
        assert.equal(fieldsOf(await customer(customerRequest(spread(0, LONG)))).length, 9)
      }))

    it('are not container sizes', () =>
      assertWritesNothing(waybill, tenant, async () => {
        for (let from = 0; from < KEPT.length; from += PACKAGES_MAX_ENTRIES) {
          const sizes = KEPT.slice(from, from + PACKAGES_MAX_ENTRIES)
          const answer = await quote(importOcean({ packages: sizes.map((container_size) => ({ container_size })) }))
          assert.deepEqual(
            fieldsOf(answer),
            sizes.map((_, index) => `parcel.packages[${index}].container_size`),
          )
        }
      }))

    it('are not countries, directions, modes or customers', () =>
      assertWritesNothing(waybill, tenant, () =>
        inParallel(KEPT, async (country, index) => {
          const { country: _country, ...elsewhere } = lagosRecipient.address
          const [there, nowhere] = [
            { ...lagosRecipient, address: { ...elsewhere, country } },
            { ...lagosRecipient, address: elsewhere },
          ]
          // For even indexes, the sender's country is nested and the recipient's is a flat field. For odd indexes, it is the reverse.
          const [parties, fields] =
            index % 2 === 0
              ? [{ sender: there, recipient: nowhere, destination_country: country }, ['sender.address.country', 'destination_country']]
              : [{ sender: nowhere, recipient: there, origin_country: country }, ['origin_country', 'recipient.address.country']]
          assert.deepEqual(
            fieldsOf(await quote(importAir(parties))),
            fields.map((field) => `parcel.${field}`),
          )
          assert.deepEqual(fieldsOf(await customer({ ...customerRequest(spread(index)), origin_country: country })), [
            'parcel_customer.origin_country',
          ])
          assert.deepEqual(fieldsOf(await quote({ ...importAir(), direction: country, transport_mode: country })), [
            'parcel.direction',
            'parcel.transport_mode',
          ])
          const named = await quote(importAir({ sender: undefined, customer_id: country }))
          assert.deepEqual(Object.keys(problemsIn(named, 'CUSTOMER_NOT_FOUND')), ['parcel.customer_id'])
        }),
      ))
  })
})
