// The account menu: user, language, colour scheme, sign out.

import { ActionIcon, Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { Icon } from '../components/icons.tsx'
import { notifyError } from '../components/queries.ts'
import { adoptLanguage, chooseLanguage, chosenLanguage } from '../language.ts'
import { ROLE_NAMES, useSession, useSignOut } from '../session.tsx'
import { t } from '../strings.ts'
import { SiteDialog, useWorkSite } from './work-site.tsx'

const ThemeSwitch = () => {
  const scheme = useComputedColorScheme()
  const { setColorScheme } = useMantineColorScheme()
  const next = scheme === 'dark' ? 'light' : 'dark'
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      c="var(--mantine-color-text)"
      onClick={() => setColorScheme(next)}
      aria-label={t(next === 'dark' ? 'shell.darkMode' : 'shell.lightMode')}
    >
      <Icon name={next === 'dark' ? 'moon' : 'sun'} />
    </ActionIcon>
  )
}

export const AccountMenu = () => {
  const caller = useSession()
  const { staff, role } = caller
  const [, navigate] = useLocation()
  const signOut = useSignOut()
  const other = chosenLanguage() === 'en' ? 'zh-CN' : 'en'
  // Adopting the language may reload the page, so it is done only once, when this menu first renders. A later change of language in another
  // window must not reload this page, because typed input would be lost.
  const [entered] = useState(caller)
  useEffect(() => adoptLanguage(entered), [entered])
  const { site, options, choose } = useWorkSite()
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <>
      <ThemeSwitch />
      {isChoosing && (
        <SiteDialog
          options={options}
          onChoose={(next) => {
            choose(next)
            setIsChoosing(false)
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
      <Menu position="bottom-end" width={220} withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" c="var(--mantine-color-text)" aria-label={t('shell.account')}>
            <Icon name="account" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {staff.name}, {t(ROLE_NAMES[role])}
          </Menu.Label>
          <Menu.Item onClick={() => navigate('/account')}>{t('staff.account')}</Menu.Item>
          {options.length > 1 && (
            <Menu.Item onClick={() => setIsChoosing(true)}>
              {site ? t('shell.siteNow', { code: site.code }) : t('shell.siteChoose')}
            </Menu.Item>
          )}
          <Menu.Item lang={other} onClick={() => chooseLanguage(caller, other).catch(notifyError)}>
            {t(other === 'en' ? 'shell.inEnglish' : 'shell.inChinese')}
          </Menu.Item>
          <Menu.Item component="a" href="/docs">
            {t('shell.guides')}
          </Menu.Item>
          <Menu.Item onClick={signOut}>{t('shell.signOut')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
