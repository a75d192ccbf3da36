// Claims about packages, parcel customers, keys and errors.

import type { Answer, Claim, Json } from './claim.ts'
import { expectRefused, expectStatus, must, Unknown } from './claim.ts'
import { CUSTOMER, fieldClaims, NOTICE, PACKAGE, STORAGE_FEE, TRACKING } from './shapes.ts'
import type { Story } from './story.ts'

const NOBODYS_KEY = 'wb_test_nobody_has_this_key'
const ENDPOINTS = [
  'POST /v1/parcel_quotes',
  'GET /v1/parcel_quotes',
  'GET /v1/parcel_quotes/x',
  'POST /v1/parcel_quotes/x/cancel',
  'POST /v1/packages/x/create_shipment',
  'GET /v1/packages',
  'POST /v1/packages/x/cancel',
  'POST /v1/packages/x/notices',
  'GET /v1/packages/x/track',
  'POST /v1/parcel-customers',
  'GET /v1/parcel-customers',
  'GET /v1/parcel-customers/x',
]

const holdClaims = ({ call, newPackage, packages }: Story): Claim[] => {
  const act = async (id: string, action: string): Promise<Json> =>
    expectStatus(await call('POST', `/v1/packages/${id}/notices`, { action, body: 'Checked' }), 201)
  return [
    {
      clause: 'hold-package.1',
      says: 'a hold records a notice of level warning, a release one of level info',
      check: async () => {
        const { parcel_id: id } = await newPackage()
        for (const [action, level] of [
          ['hold', 'warning'],
          ['release', 'info'],
        ] as const) {
          const { notice } = await act(id, action)
          must(notice?.level === level && notice.body === 'Checked', `after ${action} the notice is ${JSON.stringify(notice)}`)
        }
      },
    },
    {
      clause: 'hold-package.2',
      says: 'every hold and release is on record, and the instruction follows the last',
      check: async () => {
        const { parcel_id: id, parcel_number: number } = await newPackage()
        for (const action of ['hold', 'hold', 'release']) await act(id, action)
        const found = (await packages(`?key=${number}`)).find((each) => each.parcel_id === id)
        must(found?.notices?.length === 3, `${found?.notices?.length} notices are on record`)
        must(found.hold_instruction === 'release' && found.hold_released_at, `the instruction is ${found.hold_instruction}`)
      },
    },
    {
      clause: 'hold-package.3',
      also: ['hold-package'],
      says: 'the answer holds the five fields of the notice result',
      check: async () => {
        const { parcel_id: id } = await newPackage()
        const result = await act(id, 'hold')
        const fields = ['parcel_id', 'action', 'hold_instruction', 'hold_released_at', 'notice']
        for (const field of fields) must(field in result, `${field} is missing`)
        must(result.parcel_id === id && result.action === 'hold' && result.hold_instruction === 'hold', JSON.stringify(result))
        must(!('status' in result), 'it holds the package')
      },
    },
  ]
}

const packageStateClaims = ({ call, newPackage, packages, parcel }: Story): Claim[] => [
  {
    clause: 'list-packages',
    says: 'the list is newest first, and is filtered by status and by parcel number',
    check: async () => {
      const { parcel_number: number } = await parcel()
      const times = (await packages()).map(({ created_at: at }) => Date.parse(at))
      must(
        times.every((at, index) => index === 0 || at <= times[index - 1]!),
        'it is not newest first',
      )
      must(
        (await packages('?status=booked')).every(({ status }) => status === 'booked'),
        'status=booked lists others',
      )
      must(
        (await packages(`?key=${number}`)).some((each) => each.parcel_number === number),
        `key=${number} does not find it`,
      )
    },
  },
  {
    clause: 'package-transition.1',
    also: ['cancel-package', 'service.4'],
    says: 'a package without a shipment is cancelled, and stays retrievable',
    check: async () => {
      const { parcel_id: id, parcel_number: number } = await newPackage()
      const made = expectStatus(await call('POST', `/v1/packages/${id}/cancel`, { comment: 'Checked' }), 200)
      must(made.status === 'cancelled' && made.cancelled_at, `status is ${made.status}, cancelled_at ${made.cancelled_at}`)
      must(
        (await packages(`?key=${number}`)).some((each) => each.parcel_id === id),
        'it is no longer listed',
      )
    },
  },
  {
    clause: 'package-transition.2',
    also: ['errors.4'],
    says: 'a package in a shipment is not cancelled: 422 with errors',
    check: async () => {
      const { parcel_id: id, shipment_id: shipment } = await newPackage('exportAir')
      const answer = await call('POST', `/v1/packages/${id}/cancel`, {})
      if (answer.status === 200 && !shipment) throw new Unknown('no booking puts its package into a shipment')
      const { errors } = expectStatus(answer, 422)
      must(Array.isArray(errors) && errors.every((each) => typeof each === 'string'), `errors is ${JSON.stringify(errors)}`)
    },
  },
  {
    clause: 'track-package',
    says: 'tracking shows the package, its status and its steps',
    check: async () => {
      const { parcel_id: id } = await parcel()
      const tracked = expectStatus(await call('GET', `/v1/packages/${id}/track`), 200)
      must(tracked.parcel_id === id && typeof tracked.status === 'string', `it is ${JSON.stringify(tracked)}`)
      const steps = tracked.tracking_data
      must(Array.isArray(steps) && steps.every((step) => typeof step.status === 'string'), `tracking_data is ${JSON.stringify(steps)}`)
    },
  },
]

const customerClaims = ({ call, customer, trader, mark }: Story): Claim[] => {
  const create = (fields: object): Promise<Answer> => call('POST', '/v1/parcel-customers', { parcel_customer: fields })
  return [
    {
      clause: 'create-customer.rule-1',
      says: 'a customer without address_suffix is given one',
      check: async () => must((await trader()).address_suffix?.length > 0, 'there is none'),
    },
    {
      clause: 'create-customer.rule-2',
      says: 'an address_suffix, mobile or email that exists is answered with 200 and the customer that has it',
      check: async () => {
        const known = await trader()
        for (const fields of [{ address_suffix: known.address_suffix }, placed({ email: known.email })]) {
          const { data } = expectStatus(await create(fields), 200)
          must(data.parcel_customer_id === known.parcel_customer_id, `it is ${data.parcel_customer_id}`)
        }
      },
    },
    {
      clause: 'create-customer.rule-3',
      also: ['create-customer'],
      says: 'otherwise it is created with 201',
      check: async () => {
        const made = expectStatus(await create(placed({ email: `new-${mark}@example.com` })), 201)
        must(typeof made.status === 'string' && typeof made.message === 'string' && made.data, `it is ${JSON.stringify(made)}`)
      },
    },
    {
      clause: 'create-customer.rule-4',
      says: 'sender details without an origin address are refused',
      check: async () => expectRefused(await create({ first_name: 'Sample', email: `no-origin-${mark}@example.com` })),
    },
    {
      clause: 'list-customers',
      also: ['limits.4', 'limits.5'],
      says: 'the list has data and meta, 25 a page, and is searched by key',
      check: async () => {
        const { address_suffix: suffix } = await customer({ email: `listed-${mark}@example.com` })
        const { data, meta } = expectStatus(await call('GET', '/v1/parcel-customers'), 200)
        must(Array.isArray(data) && data.every(({ status }: Json) => status === 'active'), 'data is no array of active customers')
        must(meta?.per_page === 25 && meta.current_page === 1, `meta is ${JSON.stringify(meta)}`)
        const found = expectStatus(await call('GET', `/v1/parcel-customers?key=${suffix}`), 200).data
        must(
          found.some((each: Json) => each.address_suffix === suffix),
          `key=${suffix} does not find it`,
        )
      },
    },
    {
      clause: 'get-customer',
      says: 'a customer is retrieved by its token',
      check: async () => {
        const { parcel_customer_id: id } = await trader()
        must(expectStatus(await call('GET', `/v1/parcel-customers/${id}`), 200).data?.parcel_customer_id === id, 'it is another')
      },
    },
  ]
}

const placed = (more: object): object => ({
  ...more,
  origin_address: '8 Example Road',
  origin_city: 'Guangzhou',
  origin_state: 'Guangdong',
  origin_country: 'CN',
})

const keyClaims = ({ call, parcel, trader }: Story): Claim[] => [
  {
    clause: 'auth.1',
    says: 'every endpoint requires a key',
    check: async () => {
      for (const endpoint of ENDPOINTS) {
        const [method, path] = endpoint.split(' ') as [string, string]
        expectStatus(await call(method, path, method === 'GET' ? undefined : {}, null), 401)
      }
    },
  },
  {
    clause: 'errors.1',
    says: 'cancelling without a valid key is answered with 401',
    check: async () => {
      for (const key of [null, NOBODYS_KEY])
        for (const path of ['/v1/parcel_quotes/x/cancel', '/v1/packages/x/cancel']) expectStatus(await call('POST', path, {}, key), 401)
    },
  },
  {
    clause: 'auth.3',
    says: 'a missing or invalid key is answered with 401',
    check: async () => {
      for (const key of [null, NOBODYS_KEY])
        for (const [method, path] of [
          ['GET', '/v1/packages'],
          ['GET', '/v1/parcel_quotes'],
          ['POST', '/v1/parcel_quotes/x/cancel'],
        ] as const)
          expectStatus(await call(method, path, method === 'GET' ? undefined : {}, key), 401)
    },
  },
  {
    clause: 'auth.2',
    says: 'records are of the mode of the key',
    check: async () => {
      for (const { mode } of [await parcel(), await trader()]) must(mode === 'test', `mode is ${mode}`)
    },
  },
  {
    clause: 'errors.2',
    says: 'a quote or package that there is not is answered with 404 and an error',
    check: async () => {
      for (const path of ['/v1/parcel_quotes/none/cancel', '/v1/packages/none/cancel']) {
        const { error } = expectStatus(await call('POST', path, {}), 404)
        must(typeof error === 'string', `error is ${JSON.stringify(error)}`)
      }
    },
  },
]

export const packageClaims = (story: Story): Claim[] => {
  const { parcel, newPackage, call, trader } = story
  const noticed = async (): Promise<Json> => {
    const { parcel_id: id } = await newPackage()
    return expectStatus(await call('POST', `/v1/packages/${id}/notices`, { action: 'hold' }), 201).notice
  }
  return [
    ...fieldClaims('package', PACKAGE, async () => [await parcel()]),
    ...fieldClaims('storage-fee', STORAGE_FEE, async () => [(await parcel()).storage_fee]),
    ...fieldClaims('notice', NOTICE, async () => [await noticed()]),
    ...fieldClaims('tracking', TRACKING, async () => [
      expectStatus(await call('GET', `/v1/packages/${(await parcel()).parcel_id}/track`), 200),
    ]),
    ...packageStateClaims(story),
    ...holdClaims(story),
    ...fieldClaims('customer', CUSTOMER, async () => [await trader()]),
    ...customerClaims(story),
    ...keyClaims(story),
  ]
}
