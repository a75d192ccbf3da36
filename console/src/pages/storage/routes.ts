// Storage: what lies in the warehouse, and what it costs.

import type { PageRoute } from '../../registry.ts'
import { EVERYONE } from '../../session.tsx'

export const routes: PageRoute[] = [
  {
    path: '/storage',
    title: 'storage.title',
    roles: EVERYONE,
    nav: { group: 'work', order: 60, icon: 'storage' },
    load: () => import('./storage.tsx'),
  },
]
