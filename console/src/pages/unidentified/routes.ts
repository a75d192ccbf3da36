// Routes of unidentified parcels.

import type { PageRoute } from '../../registry.ts'
import { EVERYONE } from '../../session.tsx'

export const routes: PageRoute[] = [
  {
    path: '/unidentified',
    title: 'unidentified.title',
    roles: EVERYONE,
    nav: { group: 'work', order: 15, icon: 'search' },
    load: () => import('./list.tsx'),
  },
  { path: '/unidentified/:id', title: 'unidentified.one', roles: EVERYONE, load: () => import('./detail.tsx') },
]
