// The exchange rates: those in force, and how they came to be.

import type { PageRoute } from '../../registry.ts'
import { EVERYONE } from '../../session.tsx'

export const routes: PageRoute[] = [
  {
    path: '/fx',
    title: 'fx.title',
    roles: EVERYONE,
    bothModes: 'shell.appliesToLive',
    nav: { group: 'prices', order: 20, icon: 'exchange' },
    load: () => import('./fx.tsx'),
  },
]
