// Changes an announcement while the parcel is expected.

import { useLocation, useParams } from 'wouter'
import { Page } from '../../components/page.tsx'
import { Loaded } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { useRead, useSend } from '../../scope.tsx'
import { texts } from '../../texts/inbound.ts'
import type { Inbound } from '../../wire.ts'
import { draftOf } from './draft.ts'
import { InboundForm } from './inbound-form.tsx'

const Change = ({ inbound }: { inbound: Inbound }) => {
  const customer = useRead('getCustomer', { id: inbound.parcel_customer_id })
  const { mutateAsync } = useSend('updateInboundParcel')
  const toast = useToast()
  const [, navigate] = useLocation()
  const id = inbound.inbound_parcel_id
  return (
    <Page title={texts.changeTitle} back={{ href: `/inbound/${id}`, label: inbound.courier_numbers.join(', ') }} isNarrow>
      <Loaded query={customer}>
        {({ data }) => (
          <InboundForm
            submit={texts.change}
            draft={draftOf(inbound)}
            customer={data}
            onBody={async (body) => {
              await mutateAsync({ id, body: { inbound_parcel: body } })
              toast(texts.changed)
              navigate(`/inbound/${id}`)
            }}
          />
        )}
      </Loaded>
    </Page>
  )
}

export default () => {
  const { id = '' } = useParams<{ id: string }>()
  const inbound = useRead('getInboundParcel', { id })
  return <Loaded query={inbound}>{(found) => <Change inbound={found} />}</Loaded>
}
