// Counts on the overview, each linked to its list: what needs attention, and what happened today.

import { Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import { formatNumber } from '../../format.ts'
import { useSeesBooks, useSeesKeys } from '../../session.tsx'
import { t } from '../../strings.ts'
import type { Overview } from '../../wire.ts'

/** `isShown`: whether the caller may open the list. */
type Count = { name: string; hint: string; value: number; href: string; tone?: 'warm' | 'grave'; isShown?: boolean }
type Sees = { books: boolean; keys: boolean }

const SOON_DAYS = 2
const DAY_MS = 24 * 60 * 60 * 1000

const soonOf = (date: string): string => new Date(Date.parse(date) + SOON_DAYS * DAY_MS).toISOString().slice(0, 10)

/** Adds the site chosen on the overview to the URL of a list. The list then shows only the rows that were counted. */
export type AtSite = (href: string) => string

const countsOf = (found: Overview, atSite: AtSite): Count[] => [
  {
    name: t('overview.arrivedToday'),
    hint: t('overview.arrivedHint'),
    value: found.arrived_today,
    href: atSite(`/packages?arrived_from=${found.date}&arrived_to=${found.date}`),
  },
  {
    name: t('overview.inWarehouse'),
    hint: t('overview.inWarehouseHint'),
    value: found.in_warehouse,
    href: atSite('/packages?status=warehouse'),
  },
  {
    name: t('overview.startingSoon'),
    hint: t('overview.startingSoonHint'),
    value: found.storage_starting_soon,
    href: atSite(`/storage?overdue=false&ends_by=${soonOf(found.date)}`),
    tone: 'warm',
  },
  {
    name: t('overview.charged'),
    hint: t('overview.chargedHint'),
    value: found.storage_charged,
    href: atSite('/storage?overdue=true'),
    tone: 'grave',
  },
]

const queueOf = (found: Overview, isOneBusiness: boolean, sees: Sees, atSite: AtSite): Count[] => {
  const counts: Count[] = [
    {
      name: t('overview.late'),
      hint: t('overview.lateHint'),
      value: found.late_shipments,
      href: atSite('/shipments?late=true'),
      tone: 'grave',
    },
    {
      name: t('packages.onHold'),
      hint: t('overview.onHoldHint'),
      value: found.on_hold,
      href: atSite('/packages?hold=hold'),
      tone: 'warm',
    },
    {
      name: t('unidentified.title'),
      hint: t('overview.unidentifiedHint'),
      value: isOneBusiness ? 0 : found.unidentified,
      href: atSite('/unidentified'),
      tone: 'warm',
    },
    { name: t('unpriced.title'), hint: t('overview.unpricedHint'), value: found.unpriced, href: atSite('/unpriced'), tone: 'warm' },
    {
      name: t('overview.kept'),
      hint: t('overview.keptHint'),
      value: found.awaiting_disposition,
      href: atSite('/packages?awaiting_disposition=true'),
      tone: 'warm',
    },
    {
      name: t('overview.abandoned'),
      hint: t('overview.abandonedHint'),
      value: found.abandoned,
      href: atSite('/packages?abandoned=true'),
      tone: 'warm',
    },
    {
      name: t('missed.title'),
      hint: t('overview.missedChargesHint'),
      value: found.missed_charges,
      href: '/missed-charges',
      isShown: sees.books,
      tone: 'grave',
    },
    {
      name: t('messages.title'),
      hint: t('overview.undecidedHint'),
      value: found.undecided_messages,
      href: '/messages?status=attention',
      tone: 'grave',
    },
    {
      name: t('webhooks.failingTitle'),
      hint: t('overview.failingHooksHint'),
      value: found.failing_deliveries,
      href: '/deliveries',
      isShown: sees.keys,
      tone: 'grave',
    },
  ]
  return counts.filter(({ value, isShown = true }) => value > 0 && isShown)
}

type TileProps = { name: string; value: string; hint: string; href: string; tone?: string }

export const Tile = ({ name, value, hint, href, tone = 'plain' }: TileProps) => (
  <li>
    <Link href={href} className="panel count" data-tone={tone} title={hint}>
      <span className="count-name">{name}</span>
      <span className="count-value">{value}</span>
      <span className="count-hint">{hint}</span>
    </Link>
  </li>
)

const Tiles = ({ counts }: { counts: readonly Count[] }) => (
  <ul className="counts">
    {counts.map(({ name, hint, href, value, tone = 'plain' }) => (
      <Tile key={name} name={name} hint={hint} href={href} value={formatNumber(value)} tone={value > 0 ? tone : 'plain'} />
    ))}
  </ul>
)

const Row = ({ title, counts }: { title: string; counts: readonly Count[] }) => (
  <section aria-label={title} style={{ flexGrow: counts.length }}>
    <Title order={2} size="h5" pb={4}>
      {title}
    </Title>
    {counts.length > 0 ? (
      <Tiles counts={counts} />
    ) : (
      <Text size="sm" c="dimmed" maw={260}>
        {t('overview.queueEmpty')}
      </Text>
    )}
  </section>
)

type CountsProps = { found: Overview; isOneBusiness: boolean; atSite: AtSite }

export const Counts = ({ found, isOneBusiness, atSite }: CountsProps) => {
  const sees = { books: useSeesBooks(), keys: useSeesKeys() }
  return (
    <div className="numbers">
      <Row title={t('overview.queue')} counts={queueOf(found, isOneBusiness, sees, atSite)} />
      <Row title={t('overview.today')} counts={countsOf(found, atSite)} />
    </div>
  )
}
