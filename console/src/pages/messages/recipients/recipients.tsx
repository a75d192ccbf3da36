// Which messages of a business go to whom, in whose name, and when.

import { useParams } from 'wouter'
import { DAILY_MAX } from '../../../../../src/domain/messages/limits.ts'
import { BUSINESSES } from '../../../api.ts'
import { Facts, Page, Panel, Remark } from '../../../components/page.tsx'
import { useRead } from '../../../components/queries.ts'
import { QueryView } from '../../../components/states.tsx'
import { useIsAdmin } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import type { Business, MessageSettings } from '../../../wire.ts'
import '../messages.css'
import { SettingsForm } from './settings-form.tsx'

const LIMITS = [
  [t('recipients.dailyLimit'), t('recipients.dailyLimitText', { count: DAILY_MAX })],
  [t('recipients.quiet'), t('recipients.quietText')],
  [t('recipients.sharedNumber'), t('recipients.sharedNumberText')],
] as const

const Recipients = ({ business, settings }: { business: Business; settings: MessageSettings }) => {
  const isAdmin = useIsAdmin()
  return (
    <Page
      title={t('recipients.title')}
      lead={t('recipients.lead', { name: business.name })}
      back={{ href: `/businesses/${business.business_id}`, label: business.name }}
    >
      <Remark title={t(settings.is_on ? 'recipients.on' : 'recipients.off')}>{!isAdmin && t('recipients.onlyAdmins')}</Remark>
      <SettingsForm key={JSON.stringify(settings)} businessId={business.business_id} settings={settings} isReadOnly={!isAdmin} />
      <Panel title={t('recipients.limits')}>
        <Facts facts={LIMITS} />
      </Panel>
    </Page>
  )
}

const RecipientsPage = () => {
  const { id } = useParams<{ id: string }>()
  const business = useRead<Business>(BUSINESSES, id)
  const settings = useRead<MessageSettings>(BUSINESSES, id, 'message_settings')
  return (
    <QueryView query={business}>
      {(found) => <QueryView query={settings}>{(loaded) => <Recipients business={found} settings={loaded} />}</QueryView>}
    </QueryView>
  )
}

export default RecipientsPage
