// The form that adds a charge for an extra from the price list: to a package, to a customer, or to the packages of a shipment.

import { Modal, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { taxPercentFor } from '../../../../src/domain/billing/tax.ts'
import { typedNumber } from '../../../../web/typed-number.ts'
import { api, CHARGES, PRICE_LIST, SHIPMENTS, TAX_RATES } from '../../api.ts'
import { DialogButton } from '../../components/buttons.tsx'
import { filledIn, SubmitForm, typed } from '../../components/form.tsx'
import { notifyDone, useIdempotencyKey, useRefresh } from '../../components/queries.ts'
import { QueryView } from '../../components/states.tsx'
import { Hint } from '../../components/text.tsx'
import { t } from '../../strings.ts'
import type { Charge, ExtraPrice, TaxRate } from '../../wire.ts'
import { naira, sumOf } from './billing-text.tsx'

type Direction = 'import' | 'export'
type Subject = { id: string; name: string } & (
  | { kind: 'package'; direction: Direction }
  | { kind: 'shipment'; packages: number }
  | { kind: 'customer'; businessId: string; mode: string }
)

/** The tax depends on the direction of trade. A shipment may contain imports and exports, so both taxes are shown for a shipment. */
const directionsOf = (subject: Subject): readonly (Direction | null)[] => {
  if (subject.kind === 'shipment') return ['import', 'export']
  return [subject.kind === 'package' ? subject.direction : null]
}

const taxText = (rates: readonly TaxRate[], { kind }: ExtraPrice, subject: Subject): string => {
  const dated = rates.map((rate) => ({
    ...rate,
    id: rate.tax_rate_id,
    effectiveFrom: Date.parse(rate.effective_from),
    recordedAt: 0,
  }))
  const percents = new Set(directionsOf(subject).map((direction) => taxPercentFor(dated, { kind, direction, at: Date.now() })))
  return t('billing.plusTax', { percent: [...percents].join(' / ') })
}

const requestFor = (subject: Subject): { path: string; body: object } => {
  if (subject.kind === 'shipment') return { path: `${SHIPMENTS}/${subject.id}/charges`, body: {} }
  if (subject.kind === 'package') return { path: CHARGES, body: { parcel_id: subject.id } }
  return { path: CHARGES, body: { mode: subject.mode, business: subject.businessId, customer_id: subject.id } }
}

type FormProps = { subject: Subject; prices: readonly ExtraPrice[]; rates: readonly TaxRate[]; onClose: () => void }

const ExtraForm = ({ subject, prices, rates, onClose }: FormProps) => {
  const refresh = useRefresh()
  const keyOf = useIdempotencyKey()
  const [code, setCode] = useState(prices[0]!.code)
  const [quantity, setQuantity] = useState('1')
  const [amount, setAmount] = useState('')
  const [note, setNote] = useState('')
  const listed = prices.find((price) => price.code === code)!
  const add = async () => {
    const { path, body: whose } = requestFor(subject)
    const body = {
      ...whose,
      code,
      quantity: typedNumber(quantity) ?? '',
      ...filledIn({ amount, note }),
    }
    const answer = await api.send<Charge | Charge[]>('POST', path, body, { idempotencyKey: keyOf({ path, body }) })
    const total = sumOf([answer].flat().map((charge) => charge.total))
    await refresh()
    notifyDone(t('billing.extraAdded', { name: listed.name, amount: naira(total) }))
    onClose()
  }
  return (
    <SubmitForm submitLabel={t('billing.addExtra')} onSubmit={add} onCancel={onClose}>
      {(errorOf) => (
        <>
          {subject.kind === 'shipment' && <Hint>{t('billing.extraSpread', { count: subject.packages })}</Hint>}
          <NativeSelect
            label={t('billing.extra')}
            data={prices.map((price) => ({
              value: price.code,
              label: `${price.name} · ${naira(price.amount)} ${taxText(rates, price, subject)}`,
            }))}
            {...typed(code, setCode, errorOf('code'))}
            data-autofocus
          />
          <SimpleGrid cols={2} spacing="xs">
            <TextInput label={t('billing.quantity')} inputMode="numeric" {...typed(quantity, setQuantity, errorOf('quantity'))} />
            <TextInput
              label={t('billing.unitPriceLabel')}
              placeholder={listed.amount}
              inputMode="decimal"
              {...typed(amount, setAmount, errorOf('amount'))}
            />
          </SimpleGrid>
          <TextInput label={t('billing.note')} description={t('billing.noteHint')} {...typed(note, setNote, errorOf('note'))} />
        </>
      )}
    </SubmitForm>
  )
}

const readPrices = async (signal: AbortSignal) => {
  const [prices, rates] = await Promise.all([api.get<ExtraPrice[]>(PRICE_LIST, {}, signal), api.get<TaxRate[]>(TAX_RATES, {}, signal)])
  return { prices: prices.filter(({ in_force: isInForce }) => isInForce), rates }
}

const AddExtra = ({ subject, onClose }: { subject: Subject; onClose: () => void }) => {
  const query = useQuery({ queryKey: [PRICE_LIST, 'with-tax'], queryFn: ({ signal }) => readPrices(signal) })
  return (
    <Modal opened onClose={onClose} title={t('billing.extraTitle', { name: subject.name })} closeOnClickOutside={false}>
      <QueryView query={query}>
        {({ prices, rates }) =>
          prices.length === 0 ? (
            <Text size="sm">{t('billing.noPrices')}</Text>
          ) : (
            <ExtraForm subject={subject} prices={prices} rates={rates} onClose={onClose} />
          )
        }
      </QueryView>
    </Modal>
  )
}

export const AddExtraButton = ({ subject }: { subject: Subject }) => (
  <DialogButton label={t('billing.addExtra')} dialog={(close) => <AddExtra subject={subject} onClose={close} />} />
)
