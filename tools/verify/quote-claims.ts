// Claims about quotes: the four flows, the rules of a request, and the state transitions.

import type { Claim, Json } from './claim.ts'
import { expectRefused, expectStatus, must, Unknown } from './claim.ts'
import { ADDRESS, fieldClaims, PARTY, QUOTE, RATE } from './shapes.ts'
import type { Flow, Story } from './story.ts'
import { PARCELS } from './story.ts'

const FLOWS: [clause: string, flow: Flow, words: string][] = [
  ['flow.export-air', 'exportAir', 'export by air'],
  ['flow.import-air', 'importAir', 'import by air'],
  ['flow.import-ocean', 'importOcean', 'import by sea'],
  ['flow.export-ocean', 'exportOcean', 'export by sea'],
]
const OCEAN_DAYS = 11
const DAY_MS = 24 * 60 * 60 * 1000
const PAST_VALIDITY_SECONDS = 3_601
const DAY_SECONDS = 24 * 60 * 60

const isOcean = (flow: Flow): boolean => flow.endsWith('Ocean')

const mustBeOneOceanRate = ({ rates }: Json): void =>
  must(rates?.length === 1 && rates[0].service === 'Ocean Freight', `rates are ${JSON.stringify(rates?.map((rate: Json) => rate.service))}`)

const flowClaims = ({ pending }: Story): Claim[] =>
  FLOWS.map(([clause, flow, words]) => ({
    clause,
    says: `a quote for an ${words} starts pending${isOcean(flow) ? ' with one Ocean Freight rate' : ''}`,
    check: async () => {
      const quote = await pending[flow]()
      must(quote.status === 'pending', `status is ${quote.status}`)
      if (isOcean(flow)) mustBeOneOceanRate(quote)
      if (flow === 'exportAir') must(quote.rates?.length > 0, 'there is no rate to choose')
    },
  }))

const ruleClaims = ({ call, quote, pending, trader, customer, mark }: Story): Claim[] => [
  {
    clause: 'create-quote.direction',
    says: 'direction is export and transport_mode air when absent',
    check: async () => {
      const { direction: _direction, transport_mode: _mode, ...rest } = PARCELS.exportAir
      const made = await quote(rest)
      must(made.direction === 'export' && made.rates.length > 0, `direction is ${made.direction}`)
    },
  },
  {
    clause: 'create-quote.rule-2',
    says: 'parcel_customer_token is used when address_suffix is sent too',
    check: async () => {
      const [one, other] = [await trader(), await customer({ first_name: 'Other', email: `other-${mark}@example.com` })]
      const { sender: _none, ...parcel } = PARCELS.importOcean
      const made = await quote({ ...parcel, address_suffix: one.address_suffix, parcel_customer_token: other.parcel_customer_id })
      must(made.sender?.name === other.full_name, `the sender is ${made.sender?.name}`)
    },
  },
  {
    clause: 'create-quote.rule-3',
    says: 'an export needs a full sender: a customer ID alone is refused',
    check: async () => {
      const { sender: _none, ...parcel } = PARCELS.exportAir
      expectRefused(await call('POST', '/v1/parcel_quotes', { parcel: { ...parcel, address_suffix: (await trader()).address_suffix } }))
    },
  },
  {
    clause: 'create-quote.rule-5',
    says: 'a recipient is always required',
    check: async () => {
      for (const { recipient: _none, ...parcel } of Object.values(PARCELS))
        expectRefused(await call('POST', '/v1/parcel_quotes', { parcel }))
    },
  },
  {
    clause: 'create-quote.rule-7',
    says: 'an import by sea with a customer ID needs no origin',
    check: async () => {
      const { sender: _none, ...parcel } = PARCELS.importOcean
      mustBeOneOceanRate(await quote({ ...parcel, address_suffix: (await trader()).address_suffix }))
    },
  },
  {
    clause: 'create-quote.rule-8',
    says: 'containers are priced each, LCL per CBM, Ro-Ro and Breakbulk by the greater of CBM and tonnes',
    check: async () => {
      const priceOf = async (element: object): Promise<number> =>
        Number((await quote({ ...PARCELS.exportOcean, packages: [element] })).rates[0].rate)
      const mustRise = async (less: object, more: object): Promise<void> => {
        const [low, high] = [await priceOf(less), await priceOf(more)]
        must(high > low, `${JSON.stringify(less)} costs ${low}, ${JSON.stringify(more)} ${high}`)
      }
      await mustRise({ container_size: "20'", quantity: 1 }, { container_size: "20'", quantity: 2 })
      await mustRise({ container_size: 'LCL', volume: 20 }, { container_size: 'LCL', volume: 40 })
      for (const size of ['Ro-Ro', 'Breakbulk']) {
        const heavy = { container_size: size, volume: 20, weight: 40_000 }
        await mustRise({ ...heavy, weight: 900 }, heavy)
        const [light, lighter] = [await priceOf({ ...heavy, weight: 900 }), await priceOf({ ...heavy, weight: 100 })]
        must(light === lighter, `${size} of 20 CBM costs ${light} at 0.9 t and ${lighter} at 0.1 t`)
      }
    },
  },
  {
    clause: 'create-quote.rule-9',
    says: 'estimated_price of a pending quote by sea is its single rate',
    check: async () => {
      const { estimated_price: price, rates } = await pending.importOcean()
      must(price === Number(rates[0].rate), `the price is ${price}, the rate ${rates[0].rate}`)
    },
  },
  {
    clause: 'limits.3',
    says: `sea freight is estimated to take ${OCEAN_DAYS} days from today`,
    check: async () => {
      const [rate] = (await pending.importOcean()).rates
      must(rate.estimated_delivery_days === OCEAN_DAYS, `estimated_delivery_days is ${rate.estimated_delivery_days}`)
      const ahead = (Date.parse(rate.estimated_delivery_date) - Date.parse(rate.created_at)) / DAY_MS
      must(Math.abs(ahead - OCEAN_DAYS) <= 1, `estimated_delivery_date is ${rate.estimated_delivery_date}`)
    },
  },
]

const stateClaims = ({ call, quote, read, pending, booked, cancelled }: Story): Claim[] => [
  {
    clause: 'quote-transition.1',
    says: 'booking an export by air buys the rate: tracking_code, label_url, booked_at and purchased_at are set',
    check: async () => {
      const made = await booked.exportAir()
      must(made.status === 'booked', `status is ${made.status}`)
      for (const field of ['tracking_code', 'label_url', 'booked_at']) must(typeof made[field] === 'string', `${field} is ${made[field]}`)
      must(made.purchased_at === made.booked_at, `purchased_at is ${made.purchased_at}, booked_at ${made.booked_at}`)
    },
  },
  {
    clause: 'quote-transition.2',
    says: 'an import by air is booked without a rate_id and has no label',
    check: async () => {
      const made = await booked.importAir()
      must(made.status === 'booked' && !made.label_url, `status is ${made.status}, label_url ${made.label_url}`)
    },
  },
  {
    clause: 'quote-transition.3',
    says: 'freight by sea is booked by its single estimate and has no label',
    check: async () => {
      for (const made of [await booked.importOcean(), await booked.exportOcean()])
        must(made.status === 'booked' && !made.label_url, `status is ${made.status}, label_url ${made.label_url}`)
    },
  },
  {
    clause: 'quote-transition.4',
    also: ['cancel-quote', 'service.2'],
    says: 'a pending quote is cancelled with its comment, and stays retrievable',
    check: async () => {
      const made = await cancelled()
      must(made.status === 'cancelled' && made.cancelled_at, `status is ${made.status}, cancelled_at ${made.cancelled_at}`)
      must(made.comment === 'Checked', `comment is ${made.comment}`)
      must((await read(made.parcel_quote_id)).status === 'cancelled', 'it is not retrieved as cancelled')
    },
  },
  {
    clause: 'quote-transition.5',
    also: ['errors.3', 'versioning.2026-09-04'],
    says: 'a booked quote is not cancelled: 422 with errors, and it stays booked',
    check: async () => {
      const { parcel_quote_id: id } = await booked.importAir()
      const { errors } = expectStatus(await call('POST', `/v1/parcel_quotes/${id}/cancel`, {}), 422)
      must(Array.isArray(errors) && errors.every((each) => typeof each === 'string'), `errors is ${JSON.stringify(errors)}`)
      must((await read(id)).status === 'booked', 'it is no longer booked')
    },
  },
  {
    clause: 'quote-transition.6',
    also: ['errors.6'],
    says: 'a cancelled quote cannot be booked',
    check: async () => {
      const { parcel_quote_id: id } = await cancelled()
      expectRefused(await call('POST', `/v1/packages/${id}/create_shipment`, {}))
      must((await read(id)).status === 'cancelled', 'it is no longer cancelled')
    },
  },
  {
    clause: 'create-shipment',
    says: 'rate_id is required when the quote returned rates to choose from',
    check: async () => {
      const { parcel_quote_id: id } = await quote(PARCELS.exportAir)
      expectRefused(await call('POST', `/v1/packages/${id}/create_shipment`, {}))
      must((await read(id)).status === 'pending', 'it is no longer pending')
    },
  },
  {
    clause: 'get-quote.1',
    says: 'a pending export by air stays pending when it is read, and its rates are new each time',
    check: async () => {
      const { parcel_quote_id: id } = await pending.exportAir()
      const [one, other] = [await read(id), await read(id)]
      must(one.status === 'pending' && one.rates.length > 0, `status is ${one.status}`)
      must(one.rates[0].id !== other.rates[0]?.id, 'the rates kept their ids')
    },
  },
  {
    clause: 'get-quote.3',
    says: 'a booked quote has its selected_rate and estimated_price',
    check: async () => {
      const made = await read((await booked.exportAir()).parcel_quote_id)
      must(made.estimated_price === Number(made.selected_rate?.rate), `estimated_price is ${made.estimated_price}`)
    },
  },
  {
    clause: 'list-quotes',
    says: 'the list is an array, of pending quotes unless told otherwise',
    check: async () => {
      await Promise.all([pending.exportAir(), booked.exportAir()])
      for (const [query, status] of [
        ['', 'pending'],
        ['?status=pending', 'pending'],
        ['?status=booked', 'booked'],
      ]) {
        const listed = expectStatus(await call('GET', `/v1/parcel_quotes${query}`), 200)
        must(Array.isArray(listed) && listed.length > 0, 'it is no array, or empty')
        must(
          listed.every((each: Json) => each.status === status),
          `${query} lists ${listed.map((each: Json) => each.status)}`,
        )
      }
    },
  },
]

/** These claims need a server whose test clock can be moved. */
const timeClaims = ({ call, quote, read, book }: Story): Claim[] => {
  const offset = async (): Promise<number> => {
    const { status, json } = await call('GET', '/v1/test_clock')
    if (status !== 200 || typeof json?.offset_seconds !== 'number') throw new Unknown('the server has no test clock')
    return json.offset_seconds
  }
  /** Advances the test clock, runs the check, and then restores the offset of the clock. */
  const later = async (seconds: number, check: () => Promise<void>): Promise<void> => {
    const ahead = await offset()
    expectStatus(await call('POST', '/v1/test_clock', { advance_seconds: seconds }), 200)
    await check().finally(() => call('POST', '/v1/test_clock', { reset: true, advance_seconds: ahead }))
  }
  return [
    {
      clause: 'limits.1',
      also: ['errors.5'],
      says: 'a rate older than an hour is refused with QUOTE_RATE_OUTDATED, and the quote stays pending',
      check: async () => {
        const { parcel_quote_id: id, rates } = await quote(PARCELS.exportAir)
        await later(PAST_VALIDITY_SECONDS, async () => {
          const late = await call('POST', `/v1/packages/${id}/create_shipment`, { rate_id: rates[0].id })
          expectRefused(late)
          must(late.json?.code === 'QUOTE_RATE_OUTDATED', `the code is ${late.json?.code}`)
          must((await read(id)).status === 'pending', 'it is no longer pending')
        })
      },
    },
    {
      clause: 'limits.2',
      also: ['get-quote.2'],
      says: 'an estimate by sea is the same within its hour, and is made anew when it is read later',
      check: async () => {
        const { parcel_quote_id: id, rates } = await quote(PARCELS.importOcean)
        must((await read(id)).rates[0]?.id === rates[0].id, 'it has a new rate id within the hour')
        await later(PAST_VALIDITY_SECONDS, async () => must((await read(id)).rates[0]?.id !== rates[0].id, 'it kept its rate id'))
      },
    },
    {
      clause: 'versioning.2026-08-17',
      says: 'a booked quote keeps its price',
      check: async () => {
        const { parcel_quote_id: id, estimated_price: price } = await book('importAir')
        await later(DAY_SECONDS, async () => {
          const { estimated_price: now } = await read(id)
          must(now === price, `it was ${price} and is ${now} a day later`)
        })
      },
    },
  ]
}

export const quoteClaims = (story: Story): Claim[] => {
  const { pending, booked, cancelled } = story
  const quotes = async (): Promise<Json[]> => [
    ...(await Promise.all([...Object.values(pending), ...Object.values(booked)].map((make) => make()))),
    await cancelled(),
  ]
  const rates = async (): Promise<Json[]> => (await quotes()).flatMap((quote) => quote.rates ?? [])
  const parties = async (): Promise<Json[]> => (await quotes()).flatMap(({ sender, recipient }) => [sender, recipient])
  return [
    ...flowClaims(story),
    ...fieldClaims('quote', QUOTE, quotes),
    ...fieldClaims('party', PARTY, parties),
    ...fieldClaims('party.address', ADDRESS, async () => (await parties()).map((party) => party?.address ?? {})),
    ...fieldClaims('rate', RATE, rates),
    ...ruleClaims(story),
    ...stateClaims(story),
    ...timeClaims(story),
  ]
}
