// The businesses: the list, and each one's own page.

import type { PageRoute } from '../../registry.ts'
import { EVERYONE } from '../../session.tsx'

export const routes: PageRoute[] = [
  {
    path: '/businesses',
    title: 'businesses.title',
    roles: EVERYONE,
    bothModes: 'shell.appliesToLive',
    nav: { group: 'settings', order: 10, icon: 'business' },
    load: () => import('./list.tsx'),
  },
  {
    path: '/businesses/:id',
    title: 'businesses.one',
    roles: EVERYONE,
    bothModes: 'shell.appliesToLive',
    load: () => import('./detail.tsx'),
  },
]
