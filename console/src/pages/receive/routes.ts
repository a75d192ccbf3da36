// Receiving: the page at the dock.

import type { PageRoute } from '../../registry.ts'

export const routes: PageRoute[] = [
  {
    path: '/receive',
    title: 'receive.title',
    roles: ['admin', 'warehouse'],
    nav: { group: 'work', order: 10, icon: 'receive' },
    load: () => import('./receive.tsx'),
  },
]
