// The schemas and routes of messages.

import type { Register } from '../register.ts'
import { unsubscribeRoutes } from './unsubscribe-routes.ts'
import { messageRoutes } from './v1-routes.ts'
import { MESSAGE_SCHEMAS } from './v1-schemas.ts'

export const messages: Register = {
  schemas: MESSAGE_SCHEMAS,
  v1: [messageRoutes],
  open: [unsubscribeRoutes],
}
