// The staff's accounts, for admins.

import type { PageRoute } from '../../registry.ts'
import { ADMINS } from '../../session.tsx'

export const routes: PageRoute[] = [
  {
    path: '/staff',
    title: 'staff.title',
    roles: ADMINS,
    bothModes: 'shell.appliesToLive',
    nav: { group: 'settings', order: 90, icon: 'staff' },
    load: () => import('./staff.tsx'),
  },
]
