// The routes of what the warehouse recorded, for businesses.

import type { Register } from '../register.ts'
import { packagePhotoRoutes } from './v1-photo-routes.ts'

export const receiving: Register = {
  v1: [packagePhotoRoutes],
}
