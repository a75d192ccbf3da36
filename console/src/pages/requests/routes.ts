// The request log: the list, and each request with its bodies.

import type { PageRoute } from '../../registry.ts'
import { EVERYONE } from '../../session.tsx'

export const routes: PageRoute[] = [
  {
    path: '/requests',
    title: 'requests.title',
    roles: EVERYONE,
    bothModes: 'shell.showsBothModes',
    nav: { group: 'settings', order: 20, icon: 'log' },
    load: () => import('./list.tsx'),
  },
  { path: '/requests/:id', title: 'requests.one', roles: EVERYONE, bothModes: 'shell.showsBothModes', load: () => import('./detail.tsx') },
]
