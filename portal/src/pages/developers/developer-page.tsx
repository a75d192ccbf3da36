// The frame of the pages for developers: tabs, and links to the documentation.

import type { ReactNode } from 'react'
import { OutsideLink } from '../../components/button.tsx'
import { Page } from '../../components/page.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { texts } from '../../texts/developers.ts'

const TABS = [
  { href: '/developers', label: texts.keysTab },
  { href: '/developers/webhooks', label: texts.webhooksTab },
  { href: '/developers/events', label: texts.eventsTab },
  { href: '/developers/requests', label: texts.requestsTab },
  { href: '/developers/test', label: texts.testTab },
]

const LINKS = [
  { href: '/reference', label: texts.reference },
  { href: '/docs', label: texts.guides },
  { href: '/client.tgz', label: texts.client },
  { href: '/openapi.json', label: texts.collection },
]

type Props = { title: string; lead: string; actions?: ReactNode; children: ReactNode }

export const DeveloperPage = ({ children, ...head }: Props) => (
  <Page {...head}>
    <Tabs label={texts.tabs} tabs={TABS} />
    {children}
    <nav aria-label={texts.links} className="actions">
      {LINKS.map(({ href, label }) => (
        <OutsideLink key={href} href={href} look="quiet">
          {label}
        </OutsideLink>
      ))}
    </nav>
  </Page>
)
