// Sends requests to every operation on sites, including requests that are refused.

import type { Call } from './v1-calls.ts'

export const callSites = async (call: Call): Promise<void> => {
  const body = {
    code: 'CAN',
    name: 'Guangzhou warehouse',
    country: 'CN',
    time_zone: 'Asia/Shanghai',
    address: { street: '8 Sample Street', city: 'Guangzhou' },
    local_address: { street: '样本街8号', city: '广州市' },
    local_language: 'zh',
  }
  const { site_id: id } = await call('POST /ops/v1/sites', '', body)
  await call('POST /ops/v1/sites', '', body)
  await call('GET /ops/v1/sites')
  await call('GET /ops/v1/sites/{id}', id)
  await call('GET /ops/v1/sites/{id}', 'x')
  const [first] = await call('GET /ops/v1/sites')
  const { business_id: business } = await call('POST /ops/v1/businesses', '', { name: 'Sample Imports', prefix: 'SIT' })
  await call(`GET /ops/v1/warehouse_addresses?business=${business}`)
  await call('GET /ops/v1/warehouse_addresses')
  await call('PATCH /ops/v1/sites/{id}', id, { closed: true })
  await call('PATCH /ops/v1/sites/{id}', first.site_id, { closed: true })
}
