// The overview of a business.

import { Link } from 'wouter'
import { Page, Section } from '../../components/page.tsx'
import { mayOpen, NAVIGATION } from '../../registry.ts'
import { usePlace } from '../../scope.tsx'
import { texts } from '../../texts/shell.ts'

export default () => {
  const { business, role } = usePlace()
  return (
    <Page title={business.name}>
      <Section title={texts.navigation}>
        {NAVIGATION.filter((entry) => entry.path !== '/' && mayOpen(role, entry)).map(({ path, name }) => (
          <Link key={path} href={path}>
            {texts.pages[name]}
          </Link>
        ))}
      </Section>
    </Page>
  )
}
