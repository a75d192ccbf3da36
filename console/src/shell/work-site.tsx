// The site where this device is used. A person who may work at several sites chooses one, and the browser stores the choice.

import { Button, Modal, Stack, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { SITES } from '../api.ts'
import { useRead } from '../components/queries.ts'
import { useMayHandle, useSession } from '../session.tsx'
import { t } from '../strings.ts'
import type { Site } from '../wire.ts'
import { useScanFocus } from './scan-context.tsx'

export type WorkSite = Pick<Site, 'site_id' | 'code' | 'name'>

const STORAGE_KEY = 'waybill-site'
/** The pages that ask for the site, because they receive, store or count parcels. */
const ASKING_PAGES = ['/receive', '/unidentified', '/places', '/stocktakes']

/**
 * `options`: the open sites where the person may work; empty until the sites are loaded. `site`: the current site; null if it is unknown or
 * the role handles no parcels.
 */
export const useWorkSite = () => {
  const { role, staff } = useSession()
  const mayHandle = useMayHandle()
  const [chosen, choose] = useLocalStorage<WorkSite | null>({ key: STORAGE_KEY, defaultValue: null, getInitialValueInEffect: false })
  const { data } = useRead<Site[]>(SITES, ...(mayHandle ? [] : [null]))
  const ownIds = role === 'warehouse' ? staff.sites : null
  const isOwn = ({ site_id: id }: Pick<Site, 'site_id'>): boolean => ownIds === null || ownIds.includes(id)
  const options = (data ?? []).filter((each) => each.closed_at === null && isOwn(each))
  const site = (): WorkSite | null => {
    if (!mayHandle) return null
    if (options.length === 1) return options[0]!
    // While the sites are not loaded, for example without a connection, uses the person's only site, or else the site chosen last.
    if (data === undefined && ownIds?.length === 1 && chosen?.site_id !== ownIds[0]) return { site_id: ownIds[0]!, code: '', name: '' }
    if (data === undefined) return chosen && isOwn(chosen) ? chosen : null
    return options.find(({ site_id: id }) => id === chosen?.site_id) ?? null
  }
  return { site: site(), options, choose: ({ site_id, code, name }: WorkSite) => choose({ site_id, code, name }) }
}

type SiteDialogProps = { options: readonly WorkSite[]; onChoose: (site: WorkSite) => void; onClose: (() => void) | null }

/** `onClose` is null if a choice must be made. */
export const SiteDialog = ({ options, onChoose, onClose }: SiteDialogProps) => {
  const focusScan = useScanFocus()
  useEffect(() => () => focusScan(), [focusScan])
  return (
    <Modal
      opened
      onClose={onClose ?? (() => {})}
      title={t('shell.siteTitle')}
      withCloseButton={onClose !== null}
      closeOnClickOutside={onClose !== null}
      closeOnEscape={onClose !== null}
    >
      <Stack gap="xs">
        <Text size="sm">{t('shell.siteText')}</Text>
        {options.map((site) => (
          <Button key={site.site_id} variant="default" justify="flex-start" onClick={() => onChoose(site)}>
            {site.code} · {site.name}
          </Button>
        ))}
      </Stack>
    </Modal>
  )
}

/** Asks for the site on the pages that need one, if the user may work at several sites and has chosen none. */
export const SiteQuestion = () => {
  const [location] = useLocation()
  const { site, options, choose } = useWorkSite()
  const isAsked = ASKING_PAGES.some((path) => location === path || location.startsWith(`${path}/`))
  if (!isAsked || site !== null || options.length < 2) return null
  return <SiteDialog options={options} onChoose={choose} onClose={null} />
}
