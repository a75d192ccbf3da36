// Example requests for quotes and estimates. The API reference shows these requests, and the responses that were recorded for them.

const SENDER = {
  name: 'Ikeja Crafts',
  phone: '+2348000000001',
  address: { street: '5 Allen Avenue', city: 'Ikeja', state: 'Lagos', country: 'NG' },
}
const RECIPIENT = {
  name: 'Sample Gallery',
  phone: '+442000000000',
  email: 'gallery@example.com',
  address: { street: '1 Example Street', city: 'London', postal_code: 'E1 6AN', country: 'GB' },
}
const SUPPLIER = {
  name: 'Sample Supplier',
  phone: '+8620000000000',
  address: { street: '8 Example Road', city: 'Guangzhou', state: 'Guangdong', country: 'CN' },
}

/** One example request for each direction and transport mode. */
export const QUOTE_REQUESTS = {
  'export-air': {
    summary: 'Export by air: choose one of the rates',
    value: {
      parcel: {
        direction: 'export',
        transport_mode: 'air',
        sender: SENDER,
        recipient: RECIPIENT,
        package: { weight: 2.4, length: 30, width: 20, height: 15, item_description: 'Carved wooden bowls' },
        client_reference: 'ORDER-2041',
        metadata: { shop: 'Ikeja' },
      },
    },
  },
  'import-air': {
    summary: 'Import by air: priced on arrival in the warehouse',
    value: {
      parcel: {
        direction: 'import',
        transport_mode: 'air',
        sender: SUPPLIER,
        recipient: { name: 'Demo Business', phone: '+2348000000000' },
        packages: [{ package_type: 'Carton', weight: 12.5, length: 60, width: 50, height: 40 }],
      },
    },
  },
  'import-ocean': {
    summary: 'Import by sea for a parcel customer',
    value: {
      parcel: {
        direction: 'import',
        transport_mode: 'ocean',
        address_suffix: 'DEM1001',
        recipient: { name: 'Demo Business', phone: '+2348000000000' },
        packages: [
          { container_size: "40' HC", quantity: 2, commodity: 'Floor tiles' },
          { container_size: 'LCL', volume: 3.5, weight: 900, commodity: 'Fittings' },
        ],
      },
    },
  },
  'export-ocean': {
    summary: 'Export by sea',
    value: {
      parcel: {
        direction: 'export',
        transport_mode: 'ocean',
        sender: SENDER,
        recipient: RECIPIENT,
        packages: [{ container_size: "20'", quantity: 1, commodity: 'Cocoa beans' }],
      },
    },
  },
}

export const ESTIMATE_REQUESTS = {
  'export-air': {
    summary: 'Export by air',
    value: { parcel: { destination_country: 'GB', package: { weight: 2.4, length: 30, width: 20, height: 15 } } },
  },
  'import-ocean': {
    summary: 'Import by sea',
    value: {
      parcel: { direction: 'import', transport_mode: 'ocean', origin_country: 'CN', packages: [{ container_size: 'LCL', volume: 3.5 }] },
    },
  },
}
