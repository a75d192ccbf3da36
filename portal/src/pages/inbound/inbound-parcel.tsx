// The page of one announced parcel: the announcement, and the packages that have arrived with its courier numbers.

import { useState } from 'react'
import { Link } from 'wouter'
import { formatMoney } from '../../../../web/format.ts'
import { Writes } from '../../components/access.tsx'
import { Button, ButtonLink } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { Facts, Page, Section } from '../../components/page.tsx'
import { CustomerName } from '../../components/records/customer-name.tsx'
import { RecordPage } from '../../components/records/record-page.tsx'
import { Table } from '../../components/table.tsx'
import { useRecord, useSend } from '../../scope.tsx'
import { texts } from '../../texts/inbound.ts'
import { Moment, useTimes } from '../../times.tsx'
import type { Inbound } from '../../wire.ts'
import { InboundMark, numbersText, wishText } from './inbound-text.tsx'

const BACK = { href: '/inbound', label: texts.title }

const Cancel = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { mutateAsync } = useSend('cancelInboundParcel')
  const [comment, setComment] = useState('')
  return (
    <FormDialog
      title={texts.cancel}
      submit={texts.cancel}
      look="danger"
      onSubmit={() => mutateAsync({ id, body: { comment: comment.trim() || null } })}
      done={texts.cancelled}
      onClose={onClose}
      extra={<Button onClick={onClose}>{texts.keep}</Button>}
    >
      {(errorOf) => (
        <>
          <p>{texts.cancelText}</p>
          <TextField label={texts.cancelComment} value={comment} onValue={setComment} error={errorOf('comment')} isOptional />
        </>
      )}
    </FormDialog>
  )
}

type Item = Inbound['items'][number]

const risksText = ({ has_battery: battery, has_liquid: liquid }: Item): string =>
  [battery && texts.battery, liquid && texts.liquid].filter(Boolean).join(', ')

const Items = ({ items }: { items: readonly Item[] }) => (
  <Table
    caption={texts.items}
    rows={items.map((item, at) => ({ ...item, at }))}
    keyOf={({ at }) => String(at)}
    columns={[
      { head: texts.description, cell: (item) => item.description },
      { head: texts.quantity, cell: (item) => item.quantity, isNumber: true },
      {
        head: texts.value,
        cell: (item) => (item.unit_value && item.currency ? formatMoney(item.unit_value, item.currency) : item.unit_value),
        isNumber: true,
      },
      { isLesser: true, head: texts.hsCode, cell: (item) => item.hs_code },
      { isLesser: true, head: texts.madeIn, cell: (item) => item.country_of_origin },
      { head: texts.risks, cell: risksText },
    ]}
  />
)

const Received = ({ packages }: Pick<Inbound, 'packages'>) => {
  const { formatMoment } = useTimes()
  if (packages.length === 0) return <p className="hint">{texts.nothingReceived}</p>
  return (
    <ul>
      {packages.map(({ parcel_id: id, parcel_number: number, courier_number: courier, received_at: at }) => (
        <li key={id}>
          <Link href={`/packages/${id}`}>{number}</Link> · {courier} · {texts.receivedOn(formatMoment(at))}
        </li>
      ))}
    </ul>
  )
}

const Announced = ({ inbound }: { inbound: Inbound }) => {
  const [isCancelling, setIsCancelling] = useState(false)
  const id = inbound.inbound_parcel_id
  const isOpen = inbound.status === 'expected'
  return (
    <Page
      title={numbersText(inbound)}
      mark={<InboundMark status={inbound.status} />}
      back={BACK}
      actions={
        isOpen && (
          <Writes>
            <ButtonLink href={`/inbound/${id}/change`}>{texts.change}</ButtonLink>
            {inbound.packages.length === 0 && <Button onClick={() => setIsCancelling(true)}>{texts.cancel}</Button>}
          </Writes>
        )
      }
    >
      {isCancelling && <Cancel id={id} onClose={() => setIsCancelling(false)} />}
      <div className="columns">
        <div className="stack">
          {inbound.items.length > 0 && (
            <Section title={texts.items}>
              <Items items={inbound.items} />
            </Section>
          )}
          <Section title={texts.received}>
            <Received packages={inbound.packages} />
          </Section>
        </div>
        <Section title={texts.details}>
          <Facts
            facts={[
              [
                texts.customer,
                inbound.parcel_customer_id === null ? texts.own : <CustomerName key="customer" id={inbound.parcel_customer_id} />,
              ],
              [texts.courier, inbound.courier],
              [texts.wish, wishText(inbound)],
              [texts.note, inbound.note],
              [texts.reference, inbound.client_reference],
              [texts.announced, <Moment key="announced" at={inbound.created_at} />],
              inbound.cancelled_at !== null && [texts.cancelledOn, <Moment key="cancelled" at={inbound.cancelled_at} />],
              inbound.expired_at !== null && [texts.expiredOn, <Moment key="expired" at={inbound.expired_at} />],
              [texts.comment, inbound.comment],
            ]}
          />
        </Section>
      </div>
    </Page>
  )
}

export default () => (
  <RecordPage query={useRecord('getInboundParcel')} back={BACK}>
    {(found) => <Announced inbound={found} />}
  </RecordPage>
)
