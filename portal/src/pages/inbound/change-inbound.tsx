// Changes the announcement of a parcel that is still expected.

import { useLocation } from 'wouter'
import { Page } from '../../components/page.tsx'
import { RecordPage } from '../../components/records/record-page.tsx'
import { useToast } from '../../components/toast.tsx'
import { useRead, useRecord, useSend } from '../../scope.tsx'
import { texts } from '../../texts/inbound.ts'
import type { Customer, Inbound } from '../../wire.ts'
import { draftOf } from './draft.ts'
import { InboundForm } from './inbound-form.tsx'

const BACK = { href: '/inbound', label: texts.title }

const OfCustomer = ({ inbound, id }: { inbound: Inbound; id: string }) => {
  const customer = useRead('getCustomer', { id })
  return (
    <RecordPage query={customer} back={BACK}>
      {({ data }) => <Change inbound={inbound} customer={data} />}
    </RecordPage>
  )
}

const Change = ({ inbound, customer }: { inbound: Inbound; customer: Customer | null }) => {
  const { mutateAsync } = useSend('updateInboundParcel')
  const toast = useToast()
  const [, navigate] = useLocation()
  const id = inbound.inbound_parcel_id
  return (
    <Page title={texts.changeTitle} back={{ href: `/inbound/${id}`, label: inbound.courier_numbers.join(', ') }} isNarrow>
      <InboundForm
        submit={texts.change}
        draft={draftOf(inbound)}
        customer={customer}
        isOwn={customer === null}
        onBody={async (body) => {
          await mutateAsync({ id, body: { inbound_parcel: body } })
          toast(texts.changed)
          navigate(`/inbound/${id}`)
        }}
      />
    </Page>
  )
}

export default () => (
  <RecordPage query={useRecord('getInboundParcel')} back={BACK}>
    {(found) =>
      found.parcel_customer_id === null ? (
        <Change inbound={found} customer={null} />
      ) : (
        <OfCustomer inbound={found} id={found.parcel_customer_id} />
      )
    }
  </RecordPage>
)
