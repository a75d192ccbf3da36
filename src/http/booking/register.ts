// The routes of booking.

import type { Register } from '../register.ts'
import { labelRoutes } from './label-routes.ts'
import { purchaseRoutes } from './ops-routes.ts'

export const booking: Register = {
  ops: [purchaseRoutes],
  open: [labelRoutes],
}
