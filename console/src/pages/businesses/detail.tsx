// One business: details, keys, terms, webhook endpoints.

import { DialogButton, LinkButton } from '../../components/buttons.tsx'
import { Facts, Page, Panel } from '../../components/page.tsx'
import { IssueNotice, PriceNotice } from '../../components/records/live-notices.tsx'
import { BusinessRecord } from '../../components/records/record-page.tsx'
import { useScope } from '../../scope.tsx'
import { useIsAdmin, useSeesKeys, useSeesMoney } from '../../session.tsx'
import { t } from '../../strings.ts'
import type { Address, Business } from '../../wire.ts'
import { Endpoints } from '../events/endpoints.tsx'
import { AddressCardsPanel } from '../sites/address-cards.tsx'
import { EditBusiness } from './edit.tsx'
import { Keys } from './keys.tsx'
import { PortalPanel } from './portal.tsx'
import { TermsPanel } from './terms.tsx'

const addressText = ({ name, phone, email, address = {} }: Address): string =>
  [name, address.street, address.city, address.state, address.postal_code, address.country, phone, email].filter(Boolean).join(', ')

const BusinessPage = ({ business }: { business: Business }) => {
  const isAdmin = useIsAdmin()
  const seesMoney = useSeesMoney()
  const seesKeys = useSeesKeys()
  const { setBusinessId } = useScope()
  const actions = (
    <>
      {seesMoney && <LinkButton href={`/businesses/${business.business_id}/account`} label={t('shell.account')} />}
      <LinkButton href={`/businesses/${business.business_id}/messages`} label={t('messages.title')} />
      {seesKeys && (
        <LinkButton
          href={`/requests?business=${business.business_id}`}
          label={t('businesses.requests')}
          onClick={() => setBusinessId(business.business_id)}
        />
      )}
      {isAdmin && <DialogButton label={t('records.edit')} dialog={(close) => <EditBusiness business={business} onClose={close} />} />}
    </>
  )
  const yesNo = (value: boolean): string => t(value ? 'shell.yes' : 'shell.no')
  return (
    <Page title={business.name} lead={business.prefix} back={{ href: '/businesses', label: t('businesses.title') }} actions={actions}>
      <IssueNotice />
      <PriceNotice />
      <Panel title={t('records.details')}>
        <Facts
          facts={[
            [t('records.timeZone'), business.time_zone],
            [t('businesses.lastMile'), yesNo(business.last_mile)],
            [t('businesses.customerAccount'), yesNo(business.parcel_customer_account)],
            [t('businesses.ownAddress'), addressText(business.own_address) || t('businesses.noAddress')],
          ]}
        />
      </Panel>
      {!business.parcel_customer_account && <AddressCardsPanel of={{ business: business.business_id, mode: 'live' }} />}
      {seesKeys && <Keys businessId={business.business_id} />}
      <TermsPanel businessId={business.business_id} />
      <PortalPanel business={business} />
      {seesKeys && <Endpoints business={business} />}
    </Page>
  )
}

const BusinessDetail = () => <BusinessRecord>{(business) => <BusinessPage business={business} />}</BusinessRecord>

export default BusinessDetail
