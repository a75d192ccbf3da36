// Tests the requests that we build for EasyPost: they match the recorded requests in shape, and units are converted exactly.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import type { Json } from '../../../test/fixtures/easypost/recording.ts'
import { recording } from '../../../test/fixtures/easypost/recording.ts'
import type { RateRequest } from '../carrier.ts'
import type { Customs, EasyPostRequest } from './build.ts'
import { buildBuy, buildLabel, buildRate, buildRead, buildRefund, buildTrack, cmToIn, kgToOz } from './build.ts'

const request: RateRequest = {
  reference: 'WB-7K3Q',
  from: {
    name: 'Test Sender',
    phone: '+2348000000000',
    email: 'sender@example.com',
    street: '1 Broad St',
    city: 'Lagos',
    state: 'LA',
    country: 'NG',
  },
  to: { name: 'Test Recipient', phone: '+442000000000', street: '2 High St', city: 'London', postalCode: 'N1 9GU', country: 'GB' },
  parcel: { weightKg: 1.5, lengthCm: 25.4, widthCm: 20.32, heightCm: 10.16, description: 'Printed books' },
}

const shipmentIn = (built: EasyPostRequest) => (built.body as { shipment: Json }).shipment
const customs: Customs = { usdPerKg: '15.5', signer: 'Sample Forwarding' }
const customsIn = (changed: Partial<RateRequest>, declared: Customs | null = customs) =>
  shipmentIn(buildRate({ ...request, ...changed }, declared)).customs_info

// Throws if a field of `ours` is missing in `recorded` or has another type there.
const assertWithin = (ours: unknown, recorded: Json, path: string) => {
  if (Array.isArray(ours)) for (const [index, element] of ours.entries()) assertWithin(element, recorded[index], `${path}[${index}]`)
  else if (typeof ours === 'object' && ours !== null)
    for (const [field, value] of Object.entries(ours)) {
      assert.ok(field in recorded, `${path}.${field} is not in the recording`)
      assertWithin(value, recorded[field], `${path}.${field}`)
    }
  else assert.equal(typeof ours, typeof recorded, path)
}

describe('a request to rate', () => {
  for (const name of ['shipment-rerate-01-create', 'shipment-buy-01-create', 'rate-messages-dhlecs-ups'])
    it(`has the shape of ${name}`, () => {
      const built = buildRate({ ...request, from: { ...request.from, country: 'US' } }, customs)
      const recorded = recording(name).request
      assert.deepEqual([built.method, `/v2${built.path}`], [recorded.method, recorded.path])
      assertWithin(built.body, recorded.body, 'body')
    })

  it('has addresses, parcel, reference and customs inline', () => {
    assert.deepEqual(shipmentIn(buildRate(request, customs)), {
      from_address: {
        name: 'Test Sender',
        street1: '1 Broad St',
        city: 'Lagos',
        state: 'LA',
        country: 'NG',
        email: 'sender@example.com',
        phone: '+2348000000000',
      },
      to_address: { name: 'Test Recipient', street1: '2 High St', city: 'London', zip: 'N1 9GU', country: 'GB', phone: '+442000000000' },
      parcel: { length: 10, width: 8, height: 4, weight: 53 },
      customs_info: {
        customs_certify: true,
        customs_signer: 'Sample Forwarding',
        contents_type: 'merchandise',
        contents_explanation: '',
        restriction_type: 'none',
        non_delivery_option: 'return',
        customs_items: [{ description: 'Printed books', quantity: 1, weight: 53, value: 23.25, origin_country: 'NG' }],
      },
      options: { label_format: 'PNG' },
      reference: 'WB-7K3Q',
    })
  })

  it('has no customs within one country', () => assert.equal(customsIn({ to: { ...request.to, country: 'NG' } }), undefined))

  it('has all three dimensions or none', () => {
    const { parcel } = shipmentIn(buildRate({ ...request, parcel: { weightKg: 1, lengthCm: 10, widthCm: 10 } }, customs))
    assert.deepEqual(parcel, { weight: 35.3 })
  })

  it('declares and certifies nothing if the operator has set no value', () => {
    const built = shipmentIn(buildRate(request, null))
    assert.ok(!('customs_info' in built))
    assert.doesNotMatch(JSON.stringify(built), /customs|value|certify/)
  })

  it('signs in the operator’s name, and never in the sender’s', () => {
    const { customs_certify, customs_signer } = customsIn({})
    assert.deepEqual([customs_certify, customs_signer], [true, 'Sample Forwarding'])
  })

  for (const [weightKg, usdPerKg, value] of [
    [1, '12.5', 12.5],
    [0.5, '20', 10],
    [2.337, '20', 46.74],
    [0.3333, '1', 0.34],
    [0.001, '0.01', 0.01],
    [1000, '999999.9999', 999_999_999.9],
  ] as const)
    it(`declares ${value} USD for ${weightKg} kg at ${usdPerKg} USD a kilogram`, () =>
      assert.equal(customsIn({ parcel: { weightKg } }, { ...customs, usdPerKg }).customs_items[0].value, value))

  it('describes the contents, if the quote does', () => {
    const descriptionOf = (description?: string) =>
      customsIn({ parcel: { weightKg: 1, ...(description === undefined ? {} : { description }) } }).customs_items[0].description
    assert.deepEqual([descriptionOf('Printed books'), descriptionOf()], ['Printed books', 'General merchandise'])
    assert.equal(descriptionOf('x'.repeat(300)).length, 255)
  })

  const american = { ...request.from, country: 'US' }
  for (const [usdPerKg, from, expected] of [
    ['2500', american, 'NOEEI 30.37(a)'],
    ['2500.01', american, undefined],
    ['10', request.from, undefined],
  ] as const)
    it(`claims ${expected ?? 'no exemption'} for ${usdPerKg} USD from ${from.country}`, () =>
      assert.equal(customsIn({ from, parcel: { weightKg: 1 } }, { ...customs, usdPerKg }).eel_pfc, expected))
})

describe('the other requests are the recorded ones', () => {
  const table: [string, EasyPostRequest][] = [
    ['shipment-buy-02-buy', buildBuy('shp_c19ef39504854bdeb0647fe46d9aa6ae', 'rate_1417b8ba15e0420287f0249d36bb0ef6')],
    ['shipment-retrieve-02-get', buildRead('shp_cfbf8e2ec1cb4c28b35a1cf5b8b01f29')],
    ['shipment-onecall-refund-02-refund', buildRefund('shp_7800715831eb412a8376c0733f6a7974')],
    ['shipment-label-convert-03-label-zpl', buildLabel('shp_d7aa1bf4171041609ad0a4f2e97e2d26', 'zpl')],
    ['tracker-create-01-create', buildTrack({ trackerId: null, trackingCode: 'EZ1000000001' })],
  ]
  for (const [name, built] of table)
    it(name, () => {
      const { method, path, body } = recording(name).request
      assert.deepEqual({ method: built.method, path: `/v2${built.path}`, body: built.body ?? null }, { method, path, body })
    })

  it('and a known tracker is read', () =>
    assert.deepEqual(buildTrack({ trackerId: 'trk_1', trackingCode: 'EZ1' }), { method: 'GET', path: '/trackers/trk_1' }))

  it('and no id can change the path', () => {
    assert.equal(buildRead('../users?x=1').path, '/shipments/..%2Fusers%3Fx%3D1')
    assert.equal(buildTrack({ trackerId: '../users', trackingCode: 'EZ1' }).path, '/trackers/..%2Fusers')
  })
})

describe('units', () => {
  for (const [weightKg, expected] of [
    [0.45359237, 16],
    [0.028349523125, 1],
    [0.001, 0.1],
    [1, 35.3],
    [0.1, 3.6],
    [1_000_000, 35_273_962],
  ] as const)
    it(`${weightKg} kg is ${expected} oz`, () => assert.equal(kgToOz(weightKg), expected))

  for (const [lengthCm, expected] of [
    [2.54, 1],
    [25.4, 10],
    [30, 11.9],
    [0.01, 0.1],
  ] as const)
    it(`${lengthCm} cm is ${expected} in`, () => assert.equal(cmToIn(lengthCm), expected))

  it('are never too small, and less than a tenth too large', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), (grams) => {
        const ounces = new Decimal(grams).div(1000).div('0.028349523125')
        const excess = new Decimal(kgToOz(grams / 1000)).minus(ounces)
        assert.ok(excess.gte(0) && excess.lt('0.1'), `${grams} g: ${excess}`)
      }),
    )
  })
})
