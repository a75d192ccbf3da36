// Valid requests, for tests that change one field.

export const exportSender = {
  name: 'Ikeja Crafts',
  phone: '+2348000000001',
  email: 'crafts@example.com',
  address: { street: '5 Allen Avenue', city: 'Ikeja', state: 'Lagos', postal_code: '100271', country: 'NG' },
}

export const foreignRecipient = {
  name: 'Sample Gallery',
  phone: '+442000000000',
  email: 'gallery@example.com',
  address: { street: '1 Example Street', city: 'London', state: 'London', postal_code: 'E1 6AN', country: 'GB' },
}

export const chinaSender = {
  name: 'Sample Supplier',
  phone: '+8613000000000',
  email: 'supplier@example.com',
  address: { street: '8 Sample Road', city: 'Guangzhou', state: 'Guangdong', postal_code: '510000', country: 'CN' },
}

export const lagosRecipient = {
  name: 'Acme Imports',
  phone: '+2348000000002',
  email: 'acme@example.com',
  address: { street: '12 Marina', city: 'Lagos', state: 'Lagos', postal_code: '101001', country: 'NG' },
}

export const exportAir = (more: object = {}) => ({
  direction: 'export',
  transport_mode: 'air',
  sender: exportSender,
  recipient: foreignRecipient,
  package: { weight: 2.4, length: 30, width: 20, height: 15, item_description: 'Carved bowls' },
  ...more,
})

export const importAir = (more: object = {}) => ({
  direction: 'import',
  transport_mode: 'air',
  sender: chinaSender,
  recipient: lagosRecipient,
  packages: [{ package_type: 'Carton', weight: 12.5 }],
  ...more,
})

export const importOcean = (more: object = {}) => ({
  direction: 'import',
  transport_mode: 'ocean',
  sender: chinaSender,
  recipient: lagosRecipient,
  packages: [{ container_size: 'LCL', quantity: 1, volume: 2.5, commodity: 'Tiles' }],
  ...more,
})

export const exportOcean = (more: object = {}) => ({
  direction: 'export',
  transport_mode: 'ocean',
  sender: exportSender,
  recipient: foreignRecipient,
  packages: [{ container_size: "20'", quantity: 1, commodity: 'Sesame seed' }],
  ...more,
})
