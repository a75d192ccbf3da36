// The routes of the request log.

import type { Register } from '../register.ts'
import { requestRoutes } from './v1-routes.ts'

export const requests: Register = {
  v1: [requestRoutes],
}
