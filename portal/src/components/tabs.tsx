// Tabs that are links: each part of a page has its own URL.

import { Link, useLocation } from 'wouter'

export const Tabs = ({ label, tabs }: { label: string; tabs: readonly { href: string; label: string }[] }) => {
  const [location] = useLocation()
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.href} href={tab.href} aria-current={location === tab.href ? 'page' : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
