// The frame around every page of a business: the business's name, the mode and the navigation.

import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { Icon } from '../../../web/icons.tsx'
import { Dialog } from '../components/dialog.tsx'
import type { Entry } from '../registry.ts'
import { isAt, mayOpen, NAVIGATION } from '../registry.ts'
import { usePlace } from '../scope.tsx'
import { useSession } from '../session.tsx'
import { ROLE_NAMES, texts } from '../texts/shell.ts'
import { useSignOut } from './choose-business.tsx'
import { BrandMark } from './plain.tsx'

/** The maximum number of links in the bar on a phone. More links would not fit beside the menu button. */
const IN_BAR_MAX = 4

const NavLink = ({ entry, isSmall = false }: { entry: Entry; isSmall?: boolean }) => {
  const [location] = useLocation()
  return (
    <Link href={entry.path} className={isSmall ? 'bar-link' : 'nav-link'} aria-current={isAt(location, entry) ? 'page' : undefined}>
      <Icon name={entry.icon} sizePx={isSmall ? 22 : 18} />
      {texts.pages[entry.name]}
    </Link>
  )
}

/** Switches between live and test mode. The link leads to the overview, because a record of one mode does not exist in the other mode. */
const ModeSwitch = () => {
  const { business, isTest } = usePlace()
  if (business.modes.length < 2) return null
  return (
    <Link href={`~/portal/${business.prefix}/${isTest ? 'live' : 'test'}`} className="nav-link">
      <Icon name="exchange" />
      {isTest ? texts.goLive : texts.goTest}
    </Link>
  )
}

const Person = () => {
  const { business, role } = usePlace()
  const { data: me } = useSession()
  const { mutate, isPending } = useSignOut()
  return (
    <div className="person">
      <strong>{business.name}</strong>
      <span className="hint block">
        {me?.user.name || me?.user.email} · {ROLE_NAMES[role]}
      </span>
      {me && me.businesses.length > 1 && (
        <Link href="~/portal" className="nav-link">
          <Icon name="business" />
          {texts.switchBusiness}
        </Link>
      )}
      <ModeSwitch />
      <button type="button" className="nav-link" disabled={isPending} onClick={() => mutate()}>
        <Icon name="lock" />
        {texts.signOut}
      </button>
    </div>
  )
}

const TestBand = () => {
  const { business, isTest } = usePlace()
  if (!isTest) return null
  return (
    <section className="test-band" aria-label={texts.testTitle}>
      <strong>{texts.testTitle}.</strong> <span>{texts.test}</span>{' '}
      {business.modes.includes('live') && <Link href={`~/portal/${business.prefix}/live`}>{texts.goLive}</Link>}
    </section>
  )
}

const ViewBand = () => {
  const { data: me } = useSession()
  if (!me?.view_as) return null
  return (
    <section className="view-band" aria-label={texts.viewOnlyTitle}>
      {texts.viewOnly(me.view_as.staff_name)}
    </section>
  )
}

/** Scrolls a newly opened page to its top. After Back or Forward, the browser restores the scroll position. */
const useScrollToTop = (location: string): void => {
  const isBack = useRef(true)
  useEffect(() => {
    const note = () => {
      isBack.current = true
    }
    window.addEventListener('popstate', note)
    return () => window.removeEventListener('popstate', note)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each page that opens
  useEffect(() => {
    if (!isBack.current) window.scrollTo(0, 0)
    isBack.current = false
  }, [location])
}

export const Frame = ({ children }: { children: ReactNode }) => {
  const { role, business } = usePlace()
  const [location] = useLocation()
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  useScrollToTop(location)
  const entries = NAVIGATION.filter((entry) => mayOpen(role, entry))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when another page opens
  useEffect(() => setIsMenuOpen(false), [location])
  return (
    <>
      <a href="#content" className="skip">
        {texts.skip}
      </a>
      <div className="bands">
        <TestBand />
        <ViewBand />
      </div>
      <div className="frame">
        <header className="top">
          <BrandMark />
          <span className="top-business">{business.name}</span>
        </header>
        <aside className="side">
          <BrandMark />
          <nav aria-label={texts.navigation}>
            {entries.map((entry) => (
              <NavLink key={entry.path} entry={entry} />
            ))}
          </nav>
          <Person />
        </aside>
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <nav className="bar" aria-label={texts.navigation}>
          {entries
            .filter(({ isInBar }) => isInBar)
            .slice(0, IN_BAR_MAX)
            .map((entry) => (
              <NavLink key={entry.path} entry={entry} isSmall />
            ))}
          <button type="button" className="bar-link" aria-haspopup="dialog" onClick={() => setIsMenuOpen(true)}>
            <Icon name="more" sizePx={22} />
            {texts.more}
          </button>
        </nav>
      </div>
      {isMenuOpen && (
        <Dialog title={texts.more} onClose={() => setIsMenuOpen(false)}>
          <nav aria-label={texts.navigation}>
            {entries.map((entry) => (
              <NavLink key={entry.path} entry={entry} />
            ))}
          </nav>
          <Person />
        </Dialog>
      )}
    </>
  )
}
