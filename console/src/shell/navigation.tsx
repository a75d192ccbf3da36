// The navigation: the pages that the user's role works with. The search finds all pages that the role may open.

import { NavLink, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { Icon } from '../components/icons.tsx'
import type { NavGroup } from '../page-route.ts'
import { mayOpen, PAGES } from '../registry.ts'
import { EVERYONE, useSession } from '../session.tsx'
import type { PlainKey } from '../strings.ts'
import { t } from '../strings.ts'
import type { Role } from '../wire.ts'

const OFFICE: readonly Role[] = ['admin', 'accountant', 'support']
const FLOOR: readonly Role[] = ['admin', 'warehouse', 'support']

const GROUPS: readonly (readonly [NavGroup, PlainKey, readonly Role[]])[] = [
  ['warehouse', 'shell.groupWarehouse', FLOOR],
  ['counter', 'shell.groupCounter', EVERYONE],
  ['accounts', 'shell.groupAccounts', [...OFFICE, 'cashier']],
  ['prices', 'shell.groupPrices', OFFICE],
  ['administration', 'shell.groupAdministration', OFFICE],
]

const isWithin = (location: string, path: string): boolean =>
  path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`)

/** The navigation entry to highlight. If several paths match, the longest path is chosen: `/payments/new` before `/payments`. */
const entryOf = (location: string, paths: readonly string[]): string | undefined => {
  const page = PAGES.find(({ path }) => path === location)
  return paths.filter((path) => isWithin(page?.within ?? location, path)).toSorted((one, other) => other.length - one.length)[0]
}

export const Navigation = ({ onNavigate }: { onNavigate: () => void }) => {
  const [location] = useLocation()
  const caller = useSession()
  const groups = GROUPS.filter(([, , roles]) => roles.includes(caller.role))
  const offered = PAGES.filter((page) => page.nav && mayOpen(caller, page) && groups.some(([group]) => group === page.nav!.group))
  const current = entryOf(
    location,
    offered.map(({ path }) => path),
  )
  const ref = useRef<HTMLElement>(null)
  // If the window is not high enough for all entries, scrolls the current entry into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each entry.
  useEffect(() => {
    ref.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <nav aria-label={t('shell.navigation')} ref={ref}>
      {groups.map(([group, title]) => {
        const pages = offered.filter(({ nav }) => nav!.group === group)
        return pages.length === 0 ? null : (
          <Stack key={group} gap={1} mb={6}>
            <Text size="xs" c="dimmed" fw={600} px="xs">
              {t(title)}
            </Text>
            {pages.map(({ path, title: pageTitle, nav }) => (
              <NavLink
                key={path}
                component={Link}
                href={path}
                className="nav-link"
                label={t(pageTitle)}
                leftSection={<Icon name={nav!.icon} />}
                active={path === current}
                {...(path === current ? { 'aria-current': 'page' as const } : {})}
                onClick={onNavigate}
              />
            ))}
          </Stack>
        )
      })}
    </nav>
  )
}
