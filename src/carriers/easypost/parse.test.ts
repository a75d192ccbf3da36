// The parser reads every recorded answer about rating, buying, look-ups, refunds and tracking.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { bodyOf, bytesOf, recording } from '../../../test/fixtures/easypost/recording.ts'
import type { Purchase } from '../carrier.ts'
import { parseBought, parseLabelUrl, parseLookUp, parseRates, parseRefund, parseTracking } from './parse.ts'

const purchaseOf = (shipmentId: string): Purchase => ({
  ref: { shipmentId, rateId: 'rate_1' },
  carrier: 'USPS',
  service: 'Priority',
  amount: '1.00',
  currency: 'USD',
  reference: 'Q1',
})

describe('rates', () => {
  const domestic = ['USPS Express 33.10 USD 2', 'USPS GroundAdvantage 5.93 USD 3', 'USPS Priority 6.90 USD 2']
  const abroad = [
    'DHLExpress ExpressWorldwide 32.50 USD null',
    'DHLExpress ExpressWorldwideNonDoc 36.95 USD null',
    'USPS ExpressMailInternational 51.81 USD null',
    'USPS FirstClassPackageInternationalService 20.19 USD null',
    'USPS PriorityMailInternational 38.57 USD null',
  ]
  const table: [string, string[]][] = [
    ['shipment-buy-01-create', domestic],
    ['shipment-label-convert-01-create', domestic],
    ['shipment-onecall-refund-01-onecall-buy', domestic],
    ['shipment-rerate-01-create', domestic],
    ['shipment-rerate-02-rerate', domestic],
    ['shipment-retrieve-01-create', domestic],
    ['shipment-retrieve-02-get', domestic],
    ['intl-us-ca-dhl-usps-06', abroad],
    ['intl-us-ca-dhl-usps-07', abroad],
    ['rate-messages-dhlecs-ups', ['USPS Express 34.10 USD 1', 'USPS GroundAdvantage 5.93 USD 3', 'USPS Priority 6.90 USD 2']],
  ]
  for (const [name, expected] of table)
    it(`of ${name}`, () => {
      const answer = parseRates(bodyOf(name))
      const read = answer?.rates.map((r) => `${r.carrier} ${r.service} ${r.amount} ${r.currency} ${r.deliveryDays}`)
      assert.deepEqual(read?.sort(), expected)
      for (const offered of recording(name).response.body.rates)
        assert.ok(answer?.rates.some(({ carrierRef }) => carrierRef.rateId === offered.id && carrierRef.shipmentId === offered.shipment_id))
    })

  it('of a re-rate have ids that the first answer did not have', () => {
    const idsOf = (name: string) => parseRates(bodyOf(name))?.rates.map(({ carrierRef }) => carrierRef.rateId) ?? []
    assert.deepEqual(
      idsOf('shipment-rerate-02-rerate').filter((id) => idsOf('shipment-rerate-01-create').includes(id)),
      [],
    )
  })

  it('that are empty come with an explanation', () => {
    assert.deepEqual(parseRates(bodyOf('zero-rates')), {
      rates: [],
      messages: [{ carrier: 'USPS', reason: 'Unable to retrieve USPS rates without a valid origin zip code.' }],
    })
    assert.equal(parseRates(bytesOf({ rates: [], messages: [] }))?.messages.length, 1)
  })

  it('come with the messages of other carriers, each once', () => {
    assert.deepEqual(parseRates(bodyOf('rate-messages-dhlecs-ups'))?.messages, [
      { carrier: 'DhlEcs', reason: 'shipment.customs_info.customs_items.0.code: field required' },
      { carrier: 'UPS', reason: 'Account numbers should be 6 characters or less.' },
      { carrier: 'UPS', reason: 'No rate response received.' },
    ])
  })

  // These values are made up, because the recordings are all in USD and none has a delivery date.
  it('keep another currency and the calendar date of delivery', () => {
    const [rate] = recording('shipment-rerate-02-rerate').response.body.rates
    const read = parseRates(bytesOf({ rates: [{ ...rate, currency: 'CAD', delivery_date: '2024-08-02T10:30:00Z', delivery_days: null }] }))
    assert.deepEqual([read?.rates[0]?.currency, read?.rates[0]?.deliveryDate, read?.rates[0]?.deliveryDays], ['CAD', '2024-08-02', 2])
  })

  for (const broken of [
    { rate: '0.00' },
    { rate: '-1.00' },
    { rate: 5.93 },
    { rate: '1e3' },
    { rate: 'NaN' },
    { currency: 'usd' },
    { id: null },
  ])
    it(`with ${JSON.stringify(broken)} are left out, and a message says so`, () => {
      const rates = recording('shipment-rerate-02-rerate').response.body.rates
      const read = parseRates(bytesOf({ rates: [{ ...rates[0], ...broken }, rates[1]] }))
      assert.equal(read?.rates.length, 1)
      assert.match(read?.messages[0]?.reason ?? '', /incomplete/)
    })
})

describe('a shipment', () => {
  const bought: [string, string, string, string][] = [
    ['shipment-buy-02-buy', '9400100110368068953228', 'trk_19ed3cce156c4fd6a6d02eb268efcd6d', '5.93'],
    ['shipment-label-convert-02-buy', '9400100110368068953242', 'trk_9b524098625946808bf768e983af3c6a', '5.93'],
    ['shipment-onecall-refund-01-onecall-buy', '9400100110368068953341', 'trk_797dea7fe91c4362ad88d4e62482b99b', '5.93'],
    ['intl-us-ca-dhl-usps-08', 'CM289451375US', 'trk_23eff8e0b6cb430795e34c71220b0e13', '38.57'],
  ]
  for (const [name, trackingCode, trackerId, amount] of bought)
    it(`with a postage label is bought: ${name}`, () => {
      const { id, postage_label } = recording(name).response.body
      assert.deepEqual(parseBought(bodyOf(name), purchaseOf(id)), {
        trackingCode,
        trackerId,
        labelUrl: postage_label.label_url,
        carrierShipmentId: id,
        amount,
        currency: 'USD',
      })
    })

  for (const name of ['shipment-retrieve-02-get', 'shipment-buy-01-create', 'zero-rates'])
    it(`without one is not bought: ${name}`, () => {
      const purchase = purchaseOf(recording(name).response.body.id)
      assert.deepEqual(parseLookUp(bodyOf(name), purchase), { state: 'not_bought' })
      assert.equal(parseBought(bodyOf(name), purchase), undefined)
    })

  it('whose label was refunded, or is being refunded, must not be used: shipment-onecall-refund-02-refund', () => {
    const name = 'shipment-onecall-refund-02-refund'
    const purchase = purchaseOf(recording(name).response.body.id)
    assert.equal(parseLookUp(bodyOf(name), purchase)?.state, 'refunded')
    assert.equal(parseBought(bodyOf(name), purchase), undefined)
  })

  it('whose refund the carrier rejected is still bought', () => {
    const body = bytesOf({ id: 'shp_1', postage_label: {}, refund_status: 'rejected' })
    assert.equal(parseLookUp(body, purchaseOf('shp_1'))?.state, 'bought')
  })

  it('of another id, or without the field, proves nothing', () => {
    assert.equal(parseLookUp(bodyOf('shipment-retrieve-02-get'), purchaseOf('shp_other')), undefined)
    assert.equal(parseLookUp(bytesOf({ id: 'shp_1', rates: [] }), purchaseOf('shp_1')), undefined)
  })

  it('refuses an invalid tracking code, because it is printed and used in file names', () => {
    const codeOf = (code: unknown, tracker: unknown = null): string | undefined =>
      parseBought(
        bytesOf({ id: 'shp_1', postage_label: {}, tracking_code: code, tracker: { tracking_code: tracker } }),
        purchaseOf('shp_1'),
      )?.trackingCode
    assert.equal(codeOf('9400 1100.0000/0000-0000'), '9400 1100.0000/0000-0000')
    for (const code of ['A"\r\nSet-Cookie: x', '快递1', 'x'.repeat(65), '\u0000', ' ']) {
      assert.equal(codeOf(code, 'EZ1'), 'EZ1')
      assert.equal(codeOf(code, code), 'shp_1')
    }
  })

  it('with a label and nothing else readable is bought', () => {
    assert.deepEqual(parseBought(bytesOf({ id: 'shp_1', postage_label: {} }), purchaseOf('shp_1')), {
      trackingCode: 'shp_1',
      trackerId: null,
      labelUrl: null,
      carrierShipmentId: 'shp_1',
      amount: '1.00',
      currency: 'USD',
    })
  })

  it('has its label in the formats that were made', () => {
    const body = bodyOf('shipment-label-convert-03-label-zpl')
    assert.match(parseLabelUrl(body, 'zpl') ?? '', /\.zpl$/)
    assert.match(parseLabelUrl(body, 'png') ?? '', /\.png$/)
    assert.equal(parseLabelUrl(body, 'pdf'), null)
  })
})

describe('a refund', () => {
  it('is submitted: shipment-onecall-refund-02-refund', () => {
    assert.equal(parseRefund(bodyOf('shipment-onecall-refund-02-refund')), 'submitted')
  })

  // These answers follow EasyPost's documentation; they are not recorded.
  for (const [status, expected] of [
    ['refunded', 'refunded'],
    ['rejected', 'refused'],
    ['not_applicable', 'refused'],
    [null, undefined],
  ] as const)
    it(`reads ${status} as ${expected}`, () => assert.equal(parseRefund(bytesOf({ refund_status: status })), expected))
})

describe('a tracker', () => {
  const table: [string, string, string, string | undefined][] = [
    ['tracker-create-01-create', 'pre_transit', '2024-07-01T04:43:32Z', 'Shipping Label Created'],
    ['tracker-test-EZ1000000001-pre_transit', 'pre_transit', '2022-02-10T17:54:09Z', 'Shipping label created'],
    ['tracker-test-EZ2000000002-in_transit', 'in_transit', '2022-02-12T23:05:09Z', 'Arrived at Distribution Center'],
    ['tracker-test-EZ3000000003-out_for_delivery', 'out_for_delivery', '2022-02-13T16:51:09Z', 'Out For Delivery'],
    ['tracker-test-EZ4000000004-delivered', 'delivered', '2022-02-14T00:14:10Z', 'Delivered'],
    [
      'tracker-test-EZ5000000005-return_to_sender',
      'return_to_sender',
      '2022-02-14T00:14:10Z',
      'Address Does Not Exist - Returning to Sender',
    ],
    [
      'tracker-test-EZ6000000006-failure',
      'failure',
      '2022-02-11T17:07:11Z',
      'Prohibited articles - Item not delivered - Item seized or destroyed',
    ],
    ['tracker-test-EZ7000000007-unknown', 'unknown', '2022-03-09T23:05:11Z', 'Shipment Information Unavailable'],
  ]
  for (const [name, status, at, message] of table)
    it(`of ${name} is ${status} since its last scan`, () => {
      const trackingCode = recording(name).response.body.tracking_code
      assert.deepEqual(parseTracking(bodyOf(name)), { trackingCode, status, at: Date.parse(at), message })
    })

  it('with a status that we do not know is unknown', () => {
    assert.equal(
      parseTracking(bytesOf({ tracking_code: '1', status: 'teleported', updated_at: '2024-01-01T00:00:00Z' }))?.status,
      'unknown',
    )
  })
})

describe('an invalid answer', () => {
  it('is never parsed and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), fc.json().map(Buffer.from)), (body) => {
        for (const parse of [parseRates, parseRefund, parseTracking]) assert.equal(parse(body), undefined)
        assert.equal(parseLookUp(body, purchaseOf('shp_1')), undefined)
      }),
    )
  })
})
