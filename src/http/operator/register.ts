// The schemas and routes of the operator.

import type { Register } from '../register.ts'
import { logoRoutes } from './logo.ts'

export const operator: Register = {
  open: [logoRoutes],
}
