// Routes of the storage page.

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
