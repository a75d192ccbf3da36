// The routes of packages in the operator's API, and their schemas.

import type { OpsRegister } from '../register.ts'
import { packageCareRoutes } from './ops-care-routes.ts'
import { collectionRoutes } from './ops-collection-routes.ts'
import { packageCorrectionRoutes, unpricedRoutes } from './ops-correction-routes.ts'
import { dispositionRoutes } from './ops-disposition-routes.ts'
import { packageLabelRoutes } from './ops-label-routes.ts'
import { packageListRoutes } from './ops-list-routes.ts'
import { OPS_PACKAGE_SCHEMAS, REPACK_SCHEMAS } from './ops-schemas.ts'

export const register: OpsRegister = {
  schemas: [...OPS_PACKAGE_SCHEMAS, ...REPACK_SCHEMAS],
  ops: [
    packageCorrectionRoutes,
    unpricedRoutes,
    packageLabelRoutes,
    packageListRoutes,
    packageCareRoutes,
    collectionRoutes,
    dispositionRoutes,
  ],
}
