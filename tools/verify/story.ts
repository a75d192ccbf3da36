// Creates the quotes, bookings, packages and customers that the claims of `waybill verify` share.

import type { Call, Json } from './claim.ts'
import { expectRefused, expectStatus, must, once } from './claim.ts'

const SENDER = {
  name: 'Ikeja Crafts',
  phone: '+2348000000001',
  email: 'crafts@example.com',
  address: { street: '5 Allen Avenue', city: 'Ikeja', state: 'Lagos', postal_code: '100271', country: 'NG' },
}
const FOREIGN = {
  name: 'Sample Gallery',
  phone: '+442000000000',
  email: 'gallery@example.com',
  address: { street: '1 Example Street', city: 'London', state: 'London', postal_code: 'E1 6AN', country: 'GB' },
}
const SUPPLIER = {
  name: 'Sample Supplier',
  phone: '+8613000000000',
  email: 'supplier@example.com',
  address: { street: '8 Sample Road', city: 'Guangzhou', state: 'Guangdong', postal_code: '510000', country: 'CN' },
}
const OWN = {
  name: 'Sample Imports',
  phone: '+2348000000002',
  email: 'imports@example.com',
  address: { street: '12 Marina', city: 'Lagos', state: 'Lagos', postal_code: '101001', country: 'NG' },
}

export const PARCELS = {
  exportAir: {
    direction: 'export',
    transport_mode: 'air',
    sender: SENDER,
    recipient: FOREIGN,
    package: { weight: 2.4, length: 30, width: 20, height: 15, item_description: 'Carved bowls' },
  },
  importAir: {
    direction: 'import',
    transport_mode: 'air',
    sender: SUPPLIER,
    recipient: OWN,
    packages: [{ package_type: 'Carton', weight: 12.5, length: 60, width: 50, height: 40 }],
  },
  importOcean: {
    direction: 'import',
    transport_mode: 'ocean',
    sender: SUPPLIER,
    recipient: OWN,
    packages: [{ container_size: 'LCL', quantity: 1, volume: 2.5, commodity: 'Tiles' }],
  },
  exportOcean: {
    direction: 'export',
    transport_mode: 'ocean',
    sender: SENDER,
    recipient: FOREIGN,
    packages: [{ container_size: "20'", quantity: 1, commodity: 'Sesame seed' }],
  },
}
export type Flow = keyof typeof PARCELS

/** `mark` makes the customers of each run unique. */
export const createStory = (call: Call, mark: string) => {
  const quote = async (parcel: object): Promise<Json> => expectStatus(await call('POST', '/v1/parcel_quotes', { parcel }), 201)
  const refused = async (parcel: object): Promise<void> => expectRefused(await call('POST', '/v1/parcel_quotes', { parcel }))
  const read = async (id: string): Promise<Json> => expectStatus(await call('GET', `/v1/parcel_quotes/${id}`), 200)
  const book = async (flow: Flow): Promise<Json> => {
    const { parcel_quote_id: id, rates = [] } = await quote(PARCELS[flow])
    const body = rates.length > 0 ? { rate_id: rates[0].id } : {}
    return expectStatus(await call('POST', `/v1/packages/${id}/create_shipment`, body), 200)
  }
  const packages = async (query = ''): Promise<Json[]> => {
    const found = expectStatus(await call('GET', `/v1/packages${query}`), 200)
    must(Array.isArray(found), 'the list is no array')
    return found
  }
  /** Makes a booking and returns its package: the one that was not in the package list before. */
  const newPackage = async (flow: Flow = 'importAir'): Promise<Json> => {
    const known = new Set((await packages()).map(({ parcel_id: id }) => id))
    const number = (await book(flow)).parcel_details?.parcels?.[0]?.parcel_number
    const found = (await packages(number === undefined ? '' : `?key=${number}`)).find(({ parcel_id: id }) => !known.has(id))
    must(found, 'no package appears in the list after a booking')
    return found
  }
  const customer = async (more: object = {}): Promise<Json> => {
    const fields = {
      first_name: 'Sample',
      last_name: 'Trader',
      origin_address: '8 Example Road',
      origin_city: 'Guangzhou',
      origin_state: 'Guangdong',
      origin_country: 'CN',
      ...more,
    }
    return expectStatus(await call('POST', '/v1/parcel-customers', { parcel_customer: fields }), 200, 201).data
  }
  return {
    call,
    mark,
    quote,
    refused,
    read,
    book,
    packages,
    newPackage,
    customer,
    pending: {
      exportAir: once(() => quote(PARCELS.exportAir)),
      importAir: once(() => quote(PARCELS.importAir)),
      importOcean: once(() => quote(PARCELS.importOcean)),
      exportOcean: once(() => quote(PARCELS.exportOcean)),
    },
    booked: {
      exportAir: once(() => book('exportAir')),
      importAir: once(() => book('importAir')),
      importOcean: once(() => book('importOcean')),
      exportOcean: once(() => book('exportOcean')),
    },
    cancelled: once(async () => {
      const { parcel_quote_id: id } = await quote(PARCELS.importAir)
      return expectStatus(await call('POST', `/v1/parcel_quotes/${id}/cancel`, { comment: 'Checked' }), 200)
    }),
    parcel: once(() => newPackage()),
    trader: once(() => customer({ email: `${mark}@example.com` })),
  }
}
export type Story = ReturnType<typeof createStory>
