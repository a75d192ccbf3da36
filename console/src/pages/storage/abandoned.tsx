// Packages still in the warehouse long after their last free day, with their owner, place and debt.

import './storage.css'
import { OPERATOR } from '../../api.ts'
import { Page, Panel } from '../../components/page.tsx'
import { useRead } from '../../components/queries.ts'
import { Empty } from '../../components/states.tsx'
import { PageLink, PaperLink } from '../../components/text.tsx'
import { useScope } from '../../scope.tsx'
import { useIsAdmin } from '../../session.tsx'
import { t } from '../../strings.ts'
import type { Operator } from '../../wire.ts'
import { AGEING, AgeingList } from './ageing.tsx'

const NOTHING = <Empty icon="check" title={t('storage.noneAbandoned')} text={t('storage.noneAbandonedLead')} />

const Abandoned = () => {
  const { mode, businessId: business } = useScope()
  const isAdmin = useIsAdmin()
  const { data: operator } = useRead<Operator>(OPERATOR)
  const asked = new URLSearchParams({ mode, abandoned: 'true', ...(business ? { business } : {}) })
  return (
    <Page
      title={t('storage.abandoned')}
      back={{ href: '/storage', label: t('storage.title') }}
      actions={<PaperLink href={`${AGEING}.csv?${asked}`} label={t('storage.csv')} isDownload />}
      lead={
        <>
          {operator && t('storage.abandonedLead', { days: operator.abandoned_after_days })}{' '}
          {isAdmin && (
            <PageLink href="/operator" underline="always">
              {t('storage.changeDays')}
            </PageLink>
          )}
        </>
      }
    >
      <Panel flush>
        <AgeingList asked={{ abandoned: 'true' }} nothing={NOTHING} />
      </Panel>
    </Page>
  )
}

export default Abandoned
