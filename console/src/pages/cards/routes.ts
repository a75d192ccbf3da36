// The rate cards: the list, each card, its table editor, and the review of its draft.

import type { PageRoute } from '../../registry.ts'
import { ADMINS, EVERYONE } from '../../session.tsx'

export const routes: PageRoute[] = [
  {
    path: '/cards',
    title: 'cards.title',
    roles: EVERYONE,
    bothModes: 'shell.appliesToLive',
    nav: { group: 'prices', order: 10, icon: 'card' },
    load: () => import('./list.tsx'),
  },
  // Before the card of any name.
  { path: '/cards/new', title: 'cards.create', roles: ADMINS, bothModes: 'shell.appliesToLive', load: () => import('./create.tsx') },
  { path: '/cards/:id', title: 'cards.one', roles: EVERYONE, bothModes: 'shell.appliesToLive', load: () => import('./detail.tsx') },
  { path: '/cards/:id/edit', title: 'cards.edit', roles: ADMINS, bothModes: 'shell.appliesToLive', load: () => import('./edit.tsx') },
  {
    path: '/cards/:id/draft',
    title: 'cards.review',
    roles: EVERYONE,
    bothModes: 'shell.appliesToLive',
    load: () => import('./review.tsx'),
  },
]
