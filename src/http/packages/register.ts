// The schemas and routes of packages.

import type { Register } from '../register.ts'
import { packageCareRoutes } from './ops-care-routes.ts'
import { packageCorrectionRoutes, unpricedRoutes } from './ops-correction-routes.ts'
import { packageLabelRoutes } from './ops-label-routes.ts'
import { packageListRoutes } from './ops-list-routes.ts'
import { OPS_PACKAGE_SCHEMAS, REPACK_SCHEMAS } from './ops-schemas.ts'
import { trackRoutes } from './track-routes.ts'
import { packageRoutes } from './v1-routes.ts'
import { PACKAGE_SCHEMAS } from './v1-schemas.ts'

export const packages: Register = {
  schemas: [...PACKAGE_SCHEMAS, ...OPS_PACKAGE_SCHEMAS, ...REPACK_SCHEMAS],
  v1: [packageRoutes],
  ops: [packageCorrectionRoutes, unpricedRoutes, packageLabelRoutes, packageListRoutes, packageCareRoutes],
  open: [trackRoutes],
}
