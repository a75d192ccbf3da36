// A panel of records that need attention: their number, the first few, and a link to the list.

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { IconName } from '../../../../web/icons.tsx'
import { Icon } from '../../../../web/icons.tsx'
import type { Page } from '../../../../web/requests.ts'
import { Badge } from '../../components/marks.tsx'
import { ErrorState } from '../../components/states.tsx'
import { texts } from '../../texts/overview.ts'

const FIRST = 3

type Kind = { title: string; hint: string; icon: IconName; href: string }
type Shown = { id: string; href: string; title: string; detail?: ReactNode }

export type NeedOf = Kind & {
  query: Pick<UseQueryResult, 'isLoading' | 'error' | 'refetch'>
  items: readonly Shown[]
  hasMore: boolean
}

type NeedSpec<Item> = Kind & {
  query: UseQueryResult<Page<Item>>
  /** Picks the items that need attention; all by default. */
  pick?: (items: Item[]) => Item[]
  shown: (item: Item) => Shown
}

export const needOf = <Item,>({ query, pick = (items) => items, shown, ...kind }: NeedSpec<Item>): NeedOf => ({
  ...kind,
  query,
  items: pick(query.data?.items ?? []).map(shown),
  hasMore: query.data !== undefined && query.data.next !== null,
})

export const hasFailed = ({ query: { error }, items }: NeedOf): boolean => error !== null && items.length === 0

/** Shows nothing while the records are loading, or if no record needs attention. */
export const Need = (need: NeedOf) => {
  const { query, items, hasMore, title, hint, icon, href } = need
  if (hasFailed(need))
    return (
      <section className="panel" aria-label={title}>
        <h2>{title}</h2>
        <ErrorState error={query.error!} onRetry={() => void query.refetch()} />
      </section>
    )
  if (items.length === 0) return null
  return (
    <section className="panel" aria-label={title}>
      <div className="section-head one-line">
        <h2 className="with-icon">
          <Icon name={icon} />
          <span>
            {title} <Badge tone="warning">{`${items.length}${hasMore ? '+' : ''}`}</Badge>
          </span>
        </h2>
        <Link href={href} className="see-all">
          {texts.all}
        </Link>
      </div>
      <p className="hint">{hint}</p>
      <ul className="links">
        {items.slice(0, FIRST).map(({ id, href: to, title: name, detail }) => (
          <li key={id}>
            <Link href={to}>
              <span className="grows choice-line">
                <span className="choice-label">{name}</span>
                <span className="hint">{detail}</span>
              </span>
              <Icon name="right" sizePx={16} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
