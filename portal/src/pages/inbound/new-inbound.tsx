// Announces one parcel.

import { useLocation } from 'wouter'
import { Page } from '../../components/page.tsx'
import { useToast } from '../../components/toast.tsx'
import { useSend } from '../../scope.tsx'
import { texts } from '../../texts/inbound.ts'
import { BLANK } from './draft.ts'
import { InboundForm } from './inbound-form.tsx'

export default () => {
  const { mutateAsync } = useSend('createInboundParcel')
  const toast = useToast()
  const [, navigate] = useLocation()
  return (
    <Page title={texts.announce} lead={texts.newLead} back={{ href: '/inbound', label: texts.title }} isNarrow>
      <InboundForm
        submit={texts.announce}
        draft={BLANK}
        customer={null}
        onBody={async (body) => {
          const { inbound_parcel_id: id } = await mutateAsync({ body: { inbound_parcel: body } })
          toast(texts.done)
          navigate(`/inbound/${id}`)
        }}
      />
    </Page>
  )
}
