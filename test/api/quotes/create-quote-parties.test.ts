// Sender and recipient of a quote request: flat, nested and mixed; complete senders; recipients with and without last mile; countries in every form.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newQuote } from '../../support/calls/quote-calls.ts'
import { refusedFields } from '../../support/calls/refusals.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import type { Field, NestedParty } from '../../support/samples/parties.ts'
import {
  FIELDS,
  FLAT_RECIPIENT,
  FLAT_SENDER,
  flatRecipient,
  flatSender,
  lacking,
  NESTED,
  SPELLED_OUT,
} from '../../support/samples/parties.ts'
import {
  chinaSender,
  exportAir,
  exportOcean,
  exportSender,
  foreignRecipient,
  importAir,
  importOcean,
  lagosRecipient,
} from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

type Flow = (more: object) => object

const FLOWS = { 'export air': exportAir, 'export ocean': exportOcean, 'import air': importAir, 'import ocean': importOcean }

/** Countries as clients write them, each with its ISO-2 code and its English name. */
const COUNTRIES = [
  ...['NG', 'ng', 'NGA', 'nga', 'Nigeria', 'NIGERIA', ' nigeria '].map((written) => [written, 'NG', 'Nigeria'] as const),
  ...['GB', 'GBR', 'United Kingdom', 'UK', 'England'].map((written) => [written, 'GB', 'United Kingdom'] as const),
  ...['US', 'USA', 'United States', 'united states of america'].map((written) => [written, 'US', 'United States'] as const),
  ...['CI', 'CIV', "Cote d'Ivoire", "Côte d'Ivoire", 'Ivory Coast'].map((written) => [written, 'CI', null] as const),
  ...['CN', 'CHN', 'China', 'PRC', "People's Republic of China"].map((written) => [written, 'CN', 'China'] as const),
  ...['DR Congo', 'Holland', 'Swaziland', 'AE'].map((written) => [written, null, null] as const),
] as const

describe('the parties of a quote', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let tenant: Tenant
    let lastMile: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      tenant = await waybill.newTenant()
      lastMile = await waybill.newTenant({ lastMile: true })
    })
    after(() => waybill.close())

    describe('request styles', () => {
      const { sender: _sender, recipient: _recipient, ...rest } = exportAir()
      const flat = { ...flatSender(exportSender), ...flatRecipient(foreignRecipient) }

      for (const [style, parties] of Object.entries({
        nested: { sender: exportSender, recipient: foreignRecipient },
        flat,
        'nested sender, flat recipient': { sender: exportSender, ...flatRecipient(foreignRecipient) },
        'flat sender, nested recipient': { ...flatSender(exportSender), recipient: foreignRecipient },
        'both halves mixed': {
          ...flat,
          sender: { name: exportSender.name, address: { city: 'Ikeja' } },
          recipient: { phone: foreignRecipient.phone, address: null },
        },
      })) {
        it(`${style} means the same [create-quote.rule-6] [create-quote.sender] [create-quote.recipient] [create-quote.sender_name] [create-quote.origin_mobile] [create-quote.dest_name] [party.name] [party.address.street] [quote.sender] [quote.recipient]`, async () => {
          const quote = await newQuote(tenant, { ...rest, ...parties })
          assert.deepEqual(quote.sender, exportSender)
          assert.deepEqual(quote.recipient, foreignRecipient)
        })
      }

      it('says what was priced when the sender of an export or the recipient of an import is abroad', async () => {
        const abroad = (reason: string) => [{ carrier: 'Waybill', reason }]
        const fromChina = await newQuote(tenant, exportAir({ sender: chinaSender }))
        assert.deepEqual(fromChina.rate_messages, abroad('Priced as an export from Nigeria; the sender is in China.'))
        assert.deepEqual((await tenant.get(`/v1/parcel_quotes/${fromChina.parcel_quote_id}`)).json.rate_messages, fromChina.rate_messages)
        assert.deepEqual((await newQuote(tenant, exportAir())).rate_messages, [])
        const recipient = { ...lagosRecipient, address: { ...lagosRecipient.address, city: 'Accra', country: 'GH' } }
        const toGhana = await newQuote(lastMile, importAir({ recipient }))
        assert.deepEqual(toGhana.rate_messages, abroad('Priced as an import to Nigeria; the recipient is in Ghana.'))
      })

      it('nested fields win over flat ones, field by field [create-quote.rule-6]', async () => {
        const sender = { name: 'Nested', address: { city: 'Abeokuta' } }
        const quote = await newQuote(tenant, exportAir({ sender, ...flatSender(exportSender) }))
        assert.deepEqual(quote.sender, { ...exportSender, name: 'Nested', address: { ...exportSender.address, city: 'Abeokuta' } })
      })

      it('returns parties exactly as the client wrote them [party.name]', async () => {
        const sender = { ...exportSender, name: '  Cafe\u0301  Crafts ', phone: '0803 000 0000 ext 5', email: 'Not An Email' }
        assert.deepEqual((await newQuote(tenant, exportAir({ sender }))).sender, sender)
      })
    })

    describe('a complete sender', () => {
      const needs = (flows: readonly Flow[], sender: NestedParty, field: Field) => async () => {
        for (const flow of flows) {
          const nested = flow({ sender: lacking(sender, field) })
          assert.deepEqual(await refusedFields(waybill, tenant, nested), [`parcel.sender.${NESTED[field]}`])
          const flat = flow({ sender: undefined, ...flatSender(sender), [FLAT_SENDER[field]]: null })
          assert.deepEqual(await refusedFields(waybill, tenant, flat), [`parcel.${FLAT_SENDER[field]}`])
        }
      }

      for (const field of SPELLED_OUT) {
        it(
          `export requires the sender’s ${field}, and names it as written [create-quote.rule-3]`,
          needs([exportAir, exportOcean], exportSender, field),
        )
        it(
          `import without a customer requires the sender’s ${field} [create-quote.rule-1]`,
          needs([importAir, importOcean], chinaSender, field),
        )
      }

      it('pickup fields are not part of a quote request, and are ignored [create-quote.rule-3]', async () => {
        const quote = await newQuote(tenant, exportAir({ pickup: { date: 'tomorrow' }, pickup_date: 7 }))
        assert.doesNotMatch(JSON.stringify(quote), /pickup/i)
      })
    })

    describe('the recipient', () => {
      for (const [flow, parcel] of Object.entries(FLOWS)) {
        for (const recipient of [undefined, null, {}, { address: {} }, { name: ' ', address: { street: '' } }]) {
          it(`${flow} with recipient ${JSON.stringify(recipient)} is refused [create-quote.rule-5]`, async () => {
            assert.deepEqual(await refusedFields(waybill, tenant, parcel({ recipient })), ['parcel.recipient'])
            assert.deepEqual(await refusedFields(waybill, lastMile, parcel({ recipient })), ['parcel.recipient'])
          })
        }
      }

      for (const field of FIELDS) {
        const needed = SPELLED_OUT.includes(field)
        it(`export ${needed ? 'requires' : 'does not require'} the recipient’s ${field}, with or without last mile [create-quote.rule-5]`, async () => {
          for (const business of [tenant, lastMile]) {
            const nested = exportAir({ recipient: lacking(foreignRecipient, field) })
            const flat = exportOcean({ recipient: undefined, ...flatRecipient(foreignRecipient), [FLAT_RECIPIENT[field]]: null })
            if (needed) {
              assert.deepEqual(await refusedFields(waybill, business, nested), [`parcel.recipient.${NESTED[field]}`])
              assert.deepEqual(await refusedFields(waybill, business, flat), [`parcel.${FLAT_RECIPIENT[field]}`])
            } else {
              assert.deepEqual((await newQuote(business, nested)).recipient, lacking(foreignRecipient, field))
              assert.deepEqual((await newQuote(business, flat)).recipient, lacking(foreignRecipient, field))
            }
          }
        })

        it(`import with last mile requires the recipient’s ${field} [create-quote.rule-5]`, async () => {
          const nested = importAir({ recipient: lacking(lagosRecipient, field) })
          assert.deepEqual(await refusedFields(waybill, lastMile, nested), [`parcel.recipient.${NESTED[field]}`])
          const flat = importOcean({ recipient: undefined, ...flatRecipient(lagosRecipient), [FLAT_RECIPIENT[field]]: null })
          assert.deepEqual(await refusedFields(waybill, lastMile, flat), [`parcel.${FLAT_RECIPIENT[field]}`])
        })
      }
    })

    describe('without last mile', () => {
      const ownAddress = {
        name: 'Own Name',
        email: 'own@example.com',
        phone: '+2348000000009',
        address: { street: '1 Own Street', city: 'Ikeja', state: 'Lagos', postalCode: '100001', country: 'Nigeria' },
      }
      const own = {
        name: 'Own Name',
        email: 'own@example.com',
        phone: '+2348000000009',
        address: { street: '1 Own Street', city: 'Ikeja', state: 'Lagos', postal_code: '100001', country: 'Nigeria' },
      }

      for (const { said, recipient, shown } of [
        { said: 'a name', recipient: { name: 'Dock 4' }, shown: { ...own, name: 'Dock 4' } },
        { said: 'a country', recipient: { address: { country: 'NGA' } }, shown: { ...own, address: { ...own.address, country: 'NGA' } } },
        {
          said: 'a street',
          recipient: { address: { street: '9 Wharf' } },
          shown: { ...own, address: { street: '9 Wharf', country: own.address.country } },
        },
        { said: 'everything', recipient: lagosRecipient, shown: lagosRecipient },
      ]) {
        it(`a recipient with ${said} is completed from the business’s own address [create-quote.rule-5]`, async () => {
          const business = await waybill.newTenant({ ownAddress })
          assert.deepEqual((await newQuote(business, importAir({ recipient }))).recipient, shown)
          const flat = importOcean({ recipient: undefined, dest_email: 'dock@example.com' })
          assert.deepEqual((await newQuote(business, flat)).recipient, { ...own, email: 'dock@example.com' })
        })
      }

      it('without an own address, the recipient is the business’s name in Nigeria [create-quote.rule-5]', async () => {
        const quote = await newQuote(tenant, importAir({ recipient: { phone: '+2348000000002' } }))
        assert.deepEqual(quote.recipient, { name: 'Acme Imports', phone: '+2348000000002', address: { country: 'NG' } })
      })

      it('the own address is not used for exports', async () => {
        const business = await waybill.newTenant({ ownAddress })
        const recipient = lacking(foreignRecipient, 'city')
        assert.deepEqual(await refusedFields(waybill, business, exportAir({ recipient })), ['parcel.recipient.address.city'])
      })
    })

    describe('countries', () => {
      for (const [written, iso2, name] of COUNTRIES) {
        it(`${JSON.stringify(written)} is accepted, and returned as written [party.address.country]`, async () => {
          const address = { ...exportSender.address, country: written }
          const parties = { sender: { ...exportSender, address }, recipient: undefined, ...flatRecipient({ ...foreignRecipient, address }) }
          const quote = await newQuote(tenant, exportOcean(parties))
          assert.equal(quote.sender.address.country, written)
          assert.equal(quote.recipient.address.country, written)
          assert.match(quote.origin_details.origin_country, /^[A-Z]{2}$/)
          assert.equal(quote.dest_details.destination_country, quote.origin_details.origin_country)
          if (iso2) assert.equal(quote.origin_details.origin_country, iso2)
          if (name) assert.equal(quote.origin_details.origin_country_name, name)
        })
      }

      for (const written of ['ZZ', 'XX', 'ZZZ', 'Atlantis', 'N/A', '12', 'Nigeria, or so', '🇳🇬']) {
        it(`${JSON.stringify(written)} is not a country, and every field with it is named [party.address.country]`, async () => {
          const address = { ...exportSender.address, country: written }
          const nested = exportAir({ sender: { ...exportSender, address }, recipient: { ...foreignRecipient, address } })
          assert.deepEqual(await refusedFields(waybill, tenant, nested), [
            'parcel.recipient.address.country',
            'parcel.sender.address.country',
          ])
          const flat = importOcean({
            sender: undefined,
            recipient: undefined,
            ...flatSender({ ...chinaSender, address }),
            ...flatRecipient({ ...lagosRecipient, address }),
          })
          assert.deepEqual(await refusedFields(waybill, tenant, flat), ['parcel.destination_country', 'parcel.origin_country'])
        })
      }
    })
  })
})
