// The routes of booking.

import type { Register } from '../register.ts'
import { labelRoutes } from './label-routes.ts'

export const booking: Register = {
  open: [labelRoutes],
}
