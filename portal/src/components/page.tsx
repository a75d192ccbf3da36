// The building blocks of a page: the page itself with title and actions, sections, and lists of facts.

import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { Icon } from '../../../web/icons.tsx'
import { usePlace } from '../scope.tsx'
import { texts } from '../texts/shell.ts'

/** False until the first page is left. From then on, the title of each new page takes the focus, so that a screen reader reads it out. */
let hasNavigated = false

export type PageProps = {
  title: string
  /** Shown beside the title. */
  mark?: ReactNode
  lead?: ReactNode
  /** Link to the parent page, usually the list that the page belongs to. */
  back?: { href: string; label: string } | undefined
  actions?: ReactNode
  children: ReactNode
  isNarrow?: boolean
}

export const Page = ({ title, mark, lead, back, actions, children, isNarrow = false }: PageProps) => {
  const { business, isTest } = usePlace()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = [title, isTest ? `${business.name} (${texts.testTitle})` : business.name].join(' · ')
  }, [title, business.name, isTest])
  useEffect(() => {
    if (hasNavigated) heading.current?.focus({ preventScroll: true })
    return () => {
      hasNavigated = true
    }
  }, [])
  return (
    <div className={`page${isNarrow ? ' narrow' : ''}`}>
      {back && (
        <Link href={back.href} className="back">
          <Icon name="left" sizePx={16} />
          {back.label}
        </Link>
      )}
      <div className="page-head">
        <div className="grows">
          <h1 ref={heading} tabIndex={-1}>
            {title} {mark}
          </h1>
          {lead && <p className="hint">{lead}</p>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </div>
      {children}
    </div>
  )
}

export const Section = ({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) => (
  <section className="panel">
    <div className="section-head">
      <h2>{title}</h2>
      {actions && <div className="actions">{actions}</div>}
    </div>
    {children}
  </section>
)

export type Fact = readonly [label: string, value: ReactNode]

type FactsProps = {
  facts: readonly (Fact | null | false | undefined)[]
  /** If true, the columns are wider. Used for values with several lines, such as addresses. */
  isWide?: boolean
}

/** Facts without a value are left out. */
export const Facts = ({ facts, isWide = false }: FactsProps) => (
  <dl className={`facts${isWide ? ' wide' : ''}`}>
    {facts.map((fact) => {
      if (!fact) return null
      const [label, value] = fact
      if (value === null || value === undefined || value === '' || value === false) return null
      return (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      )
    })}
  </dl>
)
