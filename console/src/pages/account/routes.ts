// Routes of the signed-in account.

import type { PageRoute } from '../../registry.ts'
import { EVERYONE } from '../../session.tsx'

export const routes: PageRoute[] = [
  { path: '/account', title: 'staff.account', roles: EVERYONE, bothModes: 'shell.appliesToLive', load: () => import('./account.tsx') },
]
