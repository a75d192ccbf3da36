// One thing that needs somebody: how many there are, the first of them, and the list of all.

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { IconName } from '../../../../web/icons.tsx'
import { Icon } from '../../../../web/icons.tsx'
import type { Page } from '../../../../web/requests.ts'
import { Badge } from '../../components/badge.tsx'
import { ErrorState } from '../../components/states.tsx'
import { texts } from '../../texts/overview.ts'

const FIRST = 3

type Shown = { key: string; href: string; title: string; detail?: ReactNode }

type NeedProps<Item> = {
  query: UseQueryResult<Page<Item>>
  /** The items that need somebody; all by default. */
  pick?: (items: Item[]) => Item[]
  title: string
  hint: string
  icon: IconName
  href: string
  shown: (item: Item) => Shown
}

/** Shows nothing while it loads, and if nothing needs anybody. */
export function Need<Item>({ query: { data, error, refetch }, pick = (items) => items, title, hint, icon, href, shown }: NeedProps<Item>) {
  if (error !== null && data === undefined)
    return (
      <section className="panel" aria-label={title}>
        <h2>{title}</h2>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </section>
    )
  const items = pick(data?.items ?? [])
  if (items.length === 0) return null
  return (
    <section className="panel" aria-label={title}>
      <div className="section-head one-line">
        <h2 className="with-icon">
          <Icon name={icon} /> {title} <Badge tone="warning">{`${items.length}${data?.next ? '+' : ''}`}</Badge>
        </h2>
        <Link href={href} className="see-all">
          {texts.all}
        </Link>
      </div>
      <p className="hint">{hint}</p>
      <ul className="links">
        {items.slice(0, FIRST).map((item) => {
          const { key, href: to, title: name, detail } = shown(item)
          return (
            <li key={key}>
              <Link href={to}>
                <span className="grows choice-label">{name}</span>
                <span className="hint">{detail}</span>
                <Icon name="right" sizePx={16} />
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
