// Tabs that are links: each part of a page has its own URL.

import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'

export const Tabs = ({ label, tabs }: { label: string; tabs: readonly { href: string; label: string }[] }) => {
  const [location] = useLocation()
  const row = useRef<HTMLElement>(null)
  // Scrolls the open tab into view, because the row of tabs scrolls sideways on a phone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open tab changes with the location
  useEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [location])
  return (
    <nav className="tabs" aria-label={label} ref={row}>
      {tabs.map((tab) => (
        <Link key={tab.href} href={tab.href} aria-current={location === tab.href ? 'page' : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
