// Claims about quote requests: sender and recipient in nested or flat fields, the ways to name a customer, and cargo.

import type { Answer, Claim, Json } from './claim.ts'
import { expectRefused, expectStatus, must, Unknown } from './claim.ts'
import type { Story } from './story.ts'
import { PARCELS } from './story.ts'

const CONTAINER_SIZES = ["20'", "40'", "40' HC", "40' REEF", "20' REEF", 'LCL', 'Ro-Ro', 'Breakbulk']
const COUNTRY_FORMS = ['GB', 'GBR', 'United Kingdom']

const FLAT_SENDER = {
  sender_name: 'Ikeja Crafts',
  sender_email: 'crafts@example.com',
  origin_mobile: '+2348000000001',
  origin_address: '5 Allen Avenue',
  origin_city: 'Ikeja',
  origin_state: 'Lagos',
  origin_zip_code: '100271',
  origin_country: 'NG',
}
const FLAT_RECIPIENT = {
  dest_name: 'Sample Gallery',
  dest_email: 'gallery@example.com',
  dest_mobile: '+442000000000',
  dest_address: '1 Example Street',
  dest_city: 'London',
  dest_state: 'London',
  dest_zip_code: 'E1 6AN',
  destination_country: 'GB',
}

/** Checks the sent fields in an answer. A field may be absent. If present, it must have the sent value. */
const mustShow = (shown: Json, sent: object): void => {
  for (const [field, value] of Object.entries(sent))
    must(shown?.[field] === undefined || shown[field] === value, `${field} is ${JSON.stringify(shown?.[field])}, not ${value}`)
}

const partyClaims = ({ quote, pending }: Story): Claim[] => {
  const { sender, recipient, ...parcel } = PARCELS.exportAir
  const saysTheSame = async (flat: object, role: 'sender' | 'recipient'): Promise<void> => {
    const [made, nested] = [await quote({ ...parcel, ...flat }), await pending.exportAir()]
    must(JSON.stringify(made[role]) === JSON.stringify(nested[role]), `the ${role} is ${JSON.stringify(made[role])}`)
  }
  return [
    {
      clause: 'create-quote.sender_name',
      also: ['create-quote.origin_mobile', 'create-quote.sender'],
      says: 'flat sender and origin fields say what a nested sender does',
      check: () => saysTheSame({ ...FLAT_SENDER, recipient }, 'sender'),
    },
    {
      clause: 'create-quote.dest_name',
      also: ['create-quote.recipient', 'create-quote.rule-6'],
      says: 'flat destination fields say what a nested recipient does',
      check: () => saysTheSame({ sender, ...FLAT_RECIPIENT }, 'recipient'),
    },
    {
      clause: 'party.address.country',
      says: 'a country is given by its ISO-2 code, its ISO-3 code or its name, and is the same one',
      check: async () => {
        const prices: string[] = []
        for (const country of COUNTRY_FORMS) {
          const made = await quote({ ...parcel, sender, recipient: { ...recipient, address: { ...recipient.address, country } } })
          prices.push(made.rates.map(({ rate }: Json) => rate).join(' '))
        }
        must(new Set(prices).size === 1, `${COUNTRY_FORMS.join(', ')} are priced ${prices.join(', ')}`)
      },
    },
  ]
}

const customerClaims = ({ quote, trader, call }: Story): Claim[] => {
  const { sender: _none, ...parcel } = PARCELS.importOcean
  const mustBeTrader = async (fields: object): Promise<void> => {
    const { full_name: name } = await trader()
    const { sender } = await quote({ ...parcel, ...fields })
    must(sender?.name === name, `the sender of ${JSON.stringify(fields)} is ${sender?.name}, not ${name}`)
  }
  /** The accepted forms of the customer's ID: the full ID and, if the ID is a prefix followed by digits, the digits alone. */
  const forms = async (): Promise<string[]> => {
    const { address_suffix: suffix } = await trader()
    const digits = /^\D+(\d+)$/.exec(suffix)?.[1]
    return digits === undefined ? [suffix] : [suffix, digits]
  }
  return [
    {
      clause: 'create-quote.address_suffix',
      says: 'address_suffix names the customer, in full and in its short form',
      check: async () => {
        for (const suffix of await forms()) await mustBeTrader({ address_suffix: suffix })
      },
    },
    {
      clause: 'create-quote.parcel_customer_token',
      says: 'parcel_customer_token takes the token and the unique ID, full or short',
      check: async () => {
        for (const token of [(await trader()).parcel_customer_id, ...(await forms())]) await mustBeTrader({ parcel_customer_token: token })
      },
    },
    {
      clause: 'create-quote.rule-1',
      also: ['service.5'],
      says: 'every form of a customer’s ID resolves to the same customer; one that nobody has is refused',
      check: async () => {
        const { address_suffix: suffix, parcel_customer_id: token } = await trader()
        for (const fields of [{ address_suffix: suffix }, { parcel_customer_token: token }, { sender: { name: suffix } }])
          await mustBeTrader(fields)
        expectRefused(await call('POST', '/v1/parcel_quotes', { parcel: { ...parcel, parcel_customer_token: 'nobody-has-this-id' } }))
      },
    },
    {
      clause: 'versioning.2026-07-16',
      says: 'a booking refers to a customer by customer_id',
      check: async () => mustBeTrader({ customer_id: (await trader()).parcel_customer_id }),
    },
  ]
}

const airClaims = ({ quote, refused, pending }: Story): Claim[] => {
  const { package: cargo, ...flatParcel } = PARCELS.exportAir
  const [piece] = PARCELS.importAir.packages
  return [
    {
      clause: 'create-quote.package',
      says: 'package holds weight, length, width, height and item_description; a weight that is no number is refused',
      check: async () => {
        mustShow((await pending.exportAir()).package, cargo)
        await refused({ ...flatParcel, package: { ...cargo, weight: 'heavy' } })
      },
    },
    {
      clause: 'create-quote.declared_weight',
      also: ['create-quote.description'],
      says: 'flat measurements and a description say what package does',
      check: async () => {
        const { weight, length, width, height } = cargo
        const made = await quote({ ...flatParcel, declared_weight: weight, length, width, height, description: 'Carved bowls' })
        mustShow(made.package, { weight, length, width, height })
        must(made.cargo_volume === '2.4 kg', `cargo_volume is ${made.cargo_volume}`)
      },
    },
    {
      clause: 'air-element.weight',
      also: ['air-element.package_type'],
      says: 'an import by air is priced by the weight of its elements',
      check: async () => {
        const [light, heavy] = [await pending.importAir(), await quote({ ...PARCELS.importAir, packages: [{ ...piece, weight: 50 }] })]
        mustShow(light.package, { weight: piece!.weight })
        must(heavy.estimated_price > light.estimated_price, `50 kg cost ${heavy.estimated_price}, 12.5 kg ${light.estimated_price}`)
      },
    },
    {
      clause: 'air-element.length',
      says: 'length, width and height of an element are numbers',
      check: () => refused({ ...PARCELS.importAir, packages: [{ ...piece, length: 'long' }] }),
    },
    {
      clause: 'create-quote.transport_mode',
      says: 'transport_mode is air when absent, and nothing but air or ocean',
      check: async () => {
        const { transport_mode: _air, ...parcel } = PARCELS.importAir
        const made = await quote(parcel)
        must(/kg$/.test(made.cargo_volume), `cargo_volume is ${made.cargo_volume}`)
        await refused({ ...PARCELS.importOcean, transport_mode: 'rail' })
      },
    },
  ]
}

const oceanClaims = ({ quote, refused }: Story): Claim[] => {
  const withElements = (...packages: object[]): object => ({ ...PARCELS.importOcean, packages })
  return [
    {
      clause: 'create-quote.packages',
      says: 'packages holds one element per cargo type, and is needed by sea',
      check: async () => {
        const made = await quote(withElements({ container_size: "20'" }, { container_size: 'LCL', volume: 2 }))
        must(made.package?.packages === undefined || made.package.packages.length === 2, `package is ${JSON.stringify(made.package)}`)
        const { packages: _none, ...parcel } = PARCELS.importOcean
        await refused(parcel)
      },
    },
    {
      clause: 'ocean-element.container_size',
      says: `each of ${CONTAINER_SIZES.join(', ')} is priced, and no other size`,
      check: async () => {
        for (const size of CONTAINER_SIZES) {
          const { rates } = await quote(withElements({ container_size: size, weight: 900, volume: 2 }))
          must(Number(rates[0]?.rate) > 0, `${size} has the rate ${rates[0]?.rate}`)
        }
        await refused(withElements({ container_size: "45'" }))
      },
    },
    {
      clause: 'ocean-element.quantity',
      also: ['ocean-element.commodity'],
      says: 'quantity counts containers, and is whole',
      check: async () => {
        const element = { container_size: "20'", quantity: 2, commodity: 'Tiles' }
        const made = await quote(withElements(element))
        must(made.cargo_volume === "2 x 20'", `cargo_volume is ${made.cargo_volume}`)
        mustShow(made.package?.packages?.[0], element)
        await refused(withElements({ ...element, quantity: 1.5 }))
      },
    },
    {
      clause: 'ocean-element.weight',
      says: 'Ro-Ro and Breakbulk need a weight',
      check: async () => {
        for (const size of ['Ro-Ro', 'Breakbulk']) await refused(withElements({ container_size: size, volume: 2 }))
      },
    },
    {
      clause: 'ocean-element.length',
      says: 'complete dimensions are taken in place of a volume, and come to the same price',
      check: async () => {
        const [measured, given] = [
          await quote(withElements({ container_size: 'LCL', length: 200, width: 100, height: 100 })),
          await quote(withElements({ container_size: 'LCL', volume: 2 })),
        ]
        must(measured.rates[0].rate === given.rates[0].rate, `2 CBM cost ${given.rates[0].rate}, measured ${measured.rates[0].rate}`)
      },
    },
    {
      clause: 'ocean-element.volume',
      says: 'LCL, Ro-Ro and Breakbulk need a volume or complete dimensions',
      check: async () => {
        for (const size of ['LCL', 'Ro-Ro', 'Breakbulk']) {
          await refused(withElements({ container_size: size, weight: 900 }))
          await refused(withElements({ container_size: size, weight: 900, length: 100, width: 100 }))
        }
      },
    },
  ]
}

const endpointClaims = ({ read, pending, call }: Story): Claim[] => [
  {
    clause: 'create-quote',
    also: ['service.1'],
    says: 'quotes of both directions and both modes are created with 201; a body without parcel is refused',
    check: async () => {
      for (const make of Object.values(pending)) await make()
      expectRefused(await call('POST', '/v1/parcel_quotes', {}))
    },
  },
  {
    clause: 'get-quote',
    says: 'a quote is retrieved by its token',
    check: async () => {
      const { parcel_quote_id: id } = await pending.importAir()
      must((await read(id)).parcel_quote_id === id, 'it is another')
    },
  },
  {
    clause: 'service.3',
    says: 'prices are in NGN, and no answer carries a payment',
    check: async () => {
      for (const make of [pending.exportAir, pending.importOcean]) {
        const made = await make()
        for (const { currency } of made.rates) must(currency === 'NGN', `the currency is ${currency}`)
        for (const field of ['payment', 'paid', 'invoice']) must(!(field in made), `it has ${field}`)
      }
    },
  },
  {
    clause: 'versioning.path',
    says: 'nothing is served without /v1',
    check: async () => {
      const answers: Answer[] = []
      for (const path of ['/parcel_quotes', '/packages', '/parcel-customers']) answers.push(await call('GET', path))
      if (answers.some(({ status }) => status >= 500)) throw new Unknown('the server fails outside of /v1')
      for (const answer of answers) expectStatus(answer, 401, 404)
    },
  },
]

export const requestClaims = (story: Story): Claim[] => [
  ...endpointClaims(story),
  ...partyClaims(story),
  ...customerClaims(story),
  ...airClaims(story),
  ...oceanClaims(story),
]
