// The navigation: the pages that the user's role may open.

import { NavLink, Stack, Text } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { Icon } from '../components/icons.tsx'
import type { NavGroup } from '../registry.ts'
import { PAGES } from '../registry.ts'
import { useSession } from '../session.tsx'
import type { PlainKey } from '../strings.ts'
import { t } from '../strings.ts'

const GROUPS: readonly (readonly [NavGroup, PlainKey])[] = [
  ['work', 'shell.groupWork'],
  ['money', 'shell.groupMoney'],
  ['prices', 'shell.groupPrices'],
  ['settings', 'shell.groupSettings'],
]

const isWithin = (location: string, path: string): boolean =>
  path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`)

export const Navigation = ({ onNavigate }: { onNavigate: () => void }) => {
  const [location] = useLocation()
  const { role } = useSession()
  const offered = PAGES.filter(({ nav, roles }) => nav && roles.includes(role))
  return (
    <nav aria-label={t('shell.navigation')}>
      {GROUPS.map(([group, title]) => {
        const pages = offered.filter(({ nav }) => nav!.group === group)
        return pages.length === 0 ? null : (
          <Stack key={group} gap={2} mb="md">
            <Text size="xs" c="dimmed" fw={600} px="xs" pb={2}>
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
                active={isWithin(location, path)}
                {...(isWithin(location, path) ? { 'aria-current': 'page' as const } : {})}
                onClick={onNavigate}
              />
            ))}
          </Stack>
        )
      })}
    </nav>
  )
}
