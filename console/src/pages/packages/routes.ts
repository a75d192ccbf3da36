// The packages: the list, and each one's own page.

import type { PageRoute } from '../../registry.ts'
import { EVERYONE } from '../../session.tsx'

export const routes: PageRoute[] = [
  {
    path: '/packages',
    title: 'packages.title',
    roles: EVERYONE,
    nav: { group: 'work', order: 30, icon: 'box' },
    load: () => import('./list.tsx'),
  },
  { path: '/packages/:id', title: 'packages.one', roles: EVERYONE, load: () => import('./detail.tsx') },
]
