// The shipments: the list, and each one's own page.

import type { PageRoute } from '../../registry.ts'
import { EVERYONE } from '../../session.tsx'

export const routes: PageRoute[] = [
  {
    path: '/shipments',
    title: 'shipments.title',
    roles: EVERYONE,
    nav: { group: 'work', order: 50, icon: 'ship' },
    load: () => import('./list.tsx'),
  },
  { path: '/shipments/:id', title: 'shipments.one', roles: EVERYONE, load: () => import('./detail.tsx') },
]
