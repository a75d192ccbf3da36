// Sends requests to every operation on price cards, exchange rates, terms, warehouses and the operator, to compare the answers with the OpenAPI document.

import { sampleCsv } from '../samples/card-files.ts'
import type { Call } from './v1-calls.ts'

const CHINA = 'import-air-china'

/** `business`: the id of a business whose terms staff may set. */
export const callCards = async (call: Call, business: string): Promise<void> => {
  const csv = sampleCsv(CHINA).replace('8.50', '9.10')
  await call('GET /ops/v1/cards')
  await call('GET /ops/v1/cards/{id}', 'export-air')
  await call('GET /ops/v1/cards/{id}', 'nope')
  await call('GET /ops/v1/cards/{id}/csv', CHINA)
  await call('POST /ops/v1/cards/validate', '', { csv })
  await call('POST /ops/v1/cards/validate', '', { csv: csv.replace('9.10', '9,10') })
  await call('POST /ops/v1/cards/validate', '', { csv: 'x' })
  await call('POST /ops/v1/cards/{id}/diff', CHINA, { csv })
  await call('POST /ops/v1/cards/import', '', { id: CHINA, csv: csv.replace('CN', 'XX') })
  await call('POST /ops/v1/cards/import', '', { id: CHINA, csv })
  await call('POST /ops/v1/cards/import', '', { id: CHINA, csv })
  await call('GET /ops/v1/cards/{id}/diff', CHINA)
  await call('GET /ops/v1/cards/{id}/diff?to=export-air', CHINA)
  await call('POST /ops/v1/cards/shadow', '', { card: CHINA, fx: 'USD/NGN=1500', mode: 'test' })
  await call('POST /ops/v1/cards/shadow', '', { fx: 'USD/NGN=1500' })
  await call('POST /ops/v1/cards/{id}/publish', CHINA, { effective_from: '2020-01-01T00:00:00Z' })
  await call('POST /ops/v1/cards/{id}/discard', CHINA)
  await call('POST /ops/v1/cards/import', '', { id: CHINA, csv })
  await call('POST /ops/v1/cards/{id}/publish', CHINA)

  await call('POST /ops/v1/fx_rates', '', { pair: 'USD/NGN', rate: '1450.5', source: 'sample' })
  await call('POST /ops/v1/fx_rates', '', { pair: 'USD/NGN', rate: '1', source: 'sample' })
  await call('GET /ops/v1/fx_rates')

  await call('POST /ops/v1/businesses/{id}/terms', business, { free_days: 10 })
  await call('POST /ops/v1/businesses/{id}/terms', business, {})
  await call('GET /ops/v1/businesses/{id}/terms', business)

  await call('PUT /ops/v1/warehouses/{country}', 'CN', { street: '8 Sample Street', city: 'Shenzhen' })
  await call('PUT /ops/v1/warehouses/{country}', 'nowhere', { street: '8 Sample Street', city: 'Shenzhen' })
  await call('GET /ops/v1/warehouses')

  await call('GET /ops/v1/sample_prices')
  await call('GET /ops/v1/money_rules')
  await call('PUT /ops/v1/money_rules', '', { warehouse_sees_money: false, second_person_from: null })
  await call('GET /ops/v1/operator')
  await call('DELETE /ops/v1/operator/logo')
  const bank = { bank_name: 'Sample Bank', account_name: 'Sample Freight', account_number: '0123456789' }
  await call('PUT /ops/v1/operator', '', { name: 'Sample Freight', time_zone: 'Africa/Lagos', address: { city: 'Lagos' }, bank })
  await call('PUT /ops/v1/operator', '', { name: ' ', time_zone: 'Lagos' })
  await call('DELETE /ops/v1/operator/logo')
}
