// Routes of webhook deliveries.

import type { PageRoute } from '../../registry.ts'
import { EVERYONE } from '../../session.tsx'

export const routes: PageRoute[] = [
  { path: '/businesses/:id/deliveries', title: 'webhooks.deliveriesTitle', roles: EVERYONE, load: () => import('./deliveries.tsx') },
]
