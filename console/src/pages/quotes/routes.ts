// The quotes: the list, and each one's own page.

import type { PageRoute } from '../../registry.ts'
import { EVERYONE } from '../../session.tsx'

export const routes: PageRoute[] = [
  {
    path: '/quotes',
    title: 'quotes.title',
    roles: EVERYONE,
    nav: { group: 'work', order: 60, icon: 'quote' },
    load: () => import('./list.tsx'),
  },
  { path: '/quotes/:id', title: 'quotes.one', roles: EVERYONE, load: () => import('./detail.tsx') },
]
