// The customers: the list, and each one's own page.

import type { PageRoute } from '../../registry.ts'
import { EVERYONE } from '../../session.tsx'

export const routes: PageRoute[] = [
  {
    path: '/customers',
    title: 'customers.title',
    roles: EVERYONE,
    nav: { group: 'work', order: 70, icon: 'people' },
    load: () => import('./list.tsx'),
  },
  { path: '/customers/:id', title: 'customers.one', roles: EVERYONE, load: () => import('./detail.tsx') },
]
