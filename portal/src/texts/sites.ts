// Texts of the page that shows the warehouse addresses for suppliers.

export const texts = {
  title: 'Addresses for suppliers',
  lead: 'Where suppliers send parcels. The ID in the address tells the warehouse whose parcel it is.',
  whose: 'Whose parcels',
  ofBusiness: 'The business itself',
  ofCustomer: 'A customer',
  english: 'In English',
  local: 'In the local language',
  copyAddress: (site: string, language: string) => `Address of ${site}, ${language}`,
  qr: (site: string, language: string) => `QR code of the address of ${site}, ${language}`,
  qrShow: 'Show as QR code',
  hours: 'Open',
  country: 'Country',
  id: 'ID',
  print: 'Print',
  testNote: 'Test mode: the warehouse does not match parcels for these IDs. Give suppliers the addresses of live mode.',
  choose: 'Choose the customer whose suppliers need the address.',
  emptyTitle: 'No warehouse accepts parcels yet',
  empty: 'The forwarder has not set an address for suppliers yet.',
}
