// The columns of a CSV file that announces inbound parcels, with an example row.

const EXAMPLE = {
  customer_id: 'SMP1001',
  courier_numbers: 'YT8812345678901',
  courier: 'YTO Express',
  description: 'Phone cases',
  quantity: '20',
  unit_value: '12.50',
  currency: 'CNY',
  hs_code: '392690',
  country_of_origin: 'CN',
  has_battery: 'no',
  has_liquid: 'no',
  transport_mode: 'air',
  note: 'Keep dry',
  client_reference: 'PO-1001',
}

/** The example row, with the ID of a real customer if one is given. */
export const announcementTemplate = (customerId: string = EXAMPLE.customer_id): Readonly<Record<string, string>> => ({
  ...EXAMPLE,
  customer_id: customerId,
})
