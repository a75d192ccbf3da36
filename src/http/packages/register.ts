// The schemas and routes of packages.

import type { Register } from '../register.ts'
import { trackRoutes } from './track-routes.ts'
import { collectionRoutes } from './v1-collection-routes.ts'
import { packageRoutes } from './v1-routes.ts'
import { PACKAGE_SCHEMAS } from './v1-schemas.ts'

export const packages: Register = {
  schemas: PACKAGE_SCHEMAS,
  v1: [packageRoutes, collectionRoutes],
  open: [trackRoutes],
}
