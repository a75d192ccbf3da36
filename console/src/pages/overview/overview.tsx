// The overview of the day, reloaded every minute.

import './overview.css'
import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, OVERVIEW, PACKAGES } from '../../api.ts'
import { useFilters } from '../../components/lists/filters.tsx'
import { Page } from '../../components/page.tsx'
import { readWith, useBusinessName } from '../../components/queries.ts'
import { IssueNotice, PriceNotice } from '../../components/records/live-notices.tsx'
import { SiteFilter } from '../../components/records/site-filter.tsx'
import { QueryView } from '../../components/states.tsx'
import { formatDate } from '../../format.ts'
import { useScope } from '../../scope.tsx'
import { useIsAdmin, useSeesBooks, useSession } from '../../session.tsx'
import { t } from '../../strings.ts'
import { BROWSER_ZONE, useTimes, Zone } from '../../time.tsx'
import type { Overview } from '../../wire.ts'
import type { AtSite } from './counts.tsx'
import { Counts } from './counts.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Money, Sales } from './money.tsx'
import { Carriers, Checklist, Departures } from './panels.tsx'

const REFETCH_MS = 60_000

const isUntouched = (found: Overview): boolean =>
  found.in_warehouse + found.arrived_today + found.on_hold + found.unidentified + found.leaving_soon.length === 0 &&
  found.per_day.every(({ quotes, bookings }) => quotes + bookings === 0)

const SITE_FILTERS = ['site'] as const

const Today = ({ found, isStale }: { found: Overview; isStale: boolean }) => {
  const { businessId } = useScope()
  const isAdmin = useIsAdmin()
  const seesBooks = useSeesBooks()
  const nameOf = useBusinessName()
  const whose = businessId === null ? t('overview.allBusinesses') : nameOf(businessId)
  const [{ site }, filter] = useFilters(SITE_FILTERS)
  const atSite: AtSite = (href) => (site === '' ? href : `${href}${href.includes('?') ? '&' : '?'}${new URLSearchParams({ site })}`)
  const { formatMoment } = useTimes()
  const time = formatMoment(found.at)
  const asOf = (
    <Group gap="sm">
      <SiteFilter {...filter('site')} />
      <Text size="sm" c={isStale ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
        {t(isStale ? 'overview.stale' : 'overview.updated', { time })}
      </Text>
    </Group>
  )
  return (
    <Page title={t('overview.title')} lead={t('overview.date', { date: formatDate(found.date), whose })} actions={asOf}>
      <IssueNotice />
      <PriceNotice />
      <Counts found={found} isOneBusiness={businessId !== null} atSite={atSite} />
      {isAdmin && <Checklist onboarding={found.onboarding} />}
      <div className="overview">
        <Sales perDay={found.per_day} />
        {seesBooks && <Money />}
        <div>
          <Departures leaving={found.leaving_soon} at={found.at} atSite={atSite} />
          <Carriers carriers={found.carriers} />
        </div>
      </div>
    </Page>
  )
}

/** Shown if there is nothing to report. Without any packages, it is a welcome page with the first steps; otherwise, the usual overview. */
const InactiveOverview = ({ found }: { found: Overview }) => {
  const { staff } = useSession()
  const query = useQuery({
    queryKey: [PACKAGES, 'any', found.mode],
    queryFn: ({ signal }) => api.list<unknown>(PACKAGES, { mode: found.mode, per_page: 1 }, signal),
  })
  return (
    <QueryView query={query}>
      {({ items }) =>
        items.length > 0 ? (
          <Today found={found} isStale={false} />
        ) : (
          <Page title={t('overview.welcome', { name: staff.name })} lead={t('overview.firstLead')}>
            <IssueNotice />
            <PriceNotice />
            <FirstSteps onboarding={found.onboarding} />
          </Page>
        )
      }
    </QueryView>
  )
}

const OverviewPage = () => {
  const { mode, businessId: business } = useScope()
  const [{ site }] = useFilters(SITE_FILTERS)
  const query = useQuery({
    ...readWith<Overview>(OVERVIEW, { mode, business, site, time_zone: BROWSER_ZONE }),
    refetchInterval: REFETCH_MS,
    refetchIntervalInBackground: true,
  })
  return (
    <QueryView query={query}>
      {(found) => (
        <Zone zone={found.time_zone}>
          {business === null && site === '' && isUntouched(found) ? (
            <InactiveOverview found={found} />
          ) : (
            <Today found={found} isStale={query.isError} />
          )}
        </Zone>
      )}
    </QueryView>
  )
}

export default OverviewPage
