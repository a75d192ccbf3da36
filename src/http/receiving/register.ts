// The schemas and routes of what the warehouse recorded, for businesses.

import type { Register } from '../register.ts'
import { PackagePhoto, packagePhotoRoutes } from './v1-photo-routes.ts'

export const receiving: Register = {
  schemas: [PackagePhoto],
  v1: [packagePhotoRoutes],
}
