// The routes that keys of scope `quote` may call: pricing and customers. These routes cost no money and move no parcels.

import { Rejection } from '../../domain/values/errors.ts'
import type { KeyScope } from '../../store/businesses/api-keys.ts'

const FOR_QUOTING: ReadonlySet<string> = new Set([
  'POST /v1/parcel_quotes',
  'GET /v1/parcel_quotes',
  'GET /v1/parcel_quotes/:id',
  'GET /v1/parcel_quotes/:id/explain',
  'POST /v1/estimates',
  'POST /v1/parcel-customers',
  'GET /v1/parcel-customers',
  'GET /v1/parcel-customers/:id',
  'PATCH /v1/parcel-customers/:id',
])

export const isForQuoting = (method: string, route: string): boolean => FOR_QUOTING.has(`${method === 'HEAD' ? 'GET' : method} ${route}`)

export const checkScope = (scope: KeyScope, method: string, route: string): void => {
  if (scope === 'quote' && !isForQuoting(method, route)) throw new Rejection('FORBIDDEN', 'This key may only quote.')
}
