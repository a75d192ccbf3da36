// The overview: the page one starts from.

import type { PageRoute } from '../../registry.ts'
import { EVERYONE } from '../../session.tsx'

export const routes: PageRoute[] = [
  {
    path: '/',
    title: 'overview.title',
    roles: EVERYONE,
    nav: { group: 'work', order: 0, icon: 'overview' },
    load: () => import('./overview.tsx'),
  },
]
