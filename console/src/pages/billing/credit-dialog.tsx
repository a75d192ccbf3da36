// The dialog that credits an invoice: the whole remaining amount, chosen lines or parts of lines, or a typed amount.

import { Alert, Checkbox, Group, Input, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { typedNumber } from '../../../../web/typed-number.ts'
import { INVOICES } from '../../api.ts'
import { filledIn, SaveDialog, ticked, typed } from '../../components/form.tsx'
import { Hint } from '../../components/text.tsx'
import { t } from '../../strings.ts'
import type { InvoiceDetail } from '../../wire.ts'
import { koboOf, naira, sumOf } from './billing-text.tsx'
import { sendOrAsk } from './second-person.ts'

type Extent = 'all' | 'lines' | 'amount'
type Part = { quantity: string; amount: string }
const WHOLE: Part = { quantity: '', amount: '' }

/** The invoice lines that are not fully credited yet. `left`: the amount that can still be credited, in kobo. */
const creditableOf = ({ charges, paper }: InvoiceDetail) =>
  charges
    .filter(({ reversed_at: at }) => at === null)
    .map((charge) => {
      const credited = (paper?.credit_notes ?? []).flatMap(({ lines }) => lines).filter((line) => line.charge_id === charge.charge_id)
      return { charge, left: koboOf(charge.total) - koboOf(sumOf(credited.map(({ total }) => total))) }
    })

const nairaOf = (kobo: number): string => naira((kobo / 100).toFixed(2))

export const CreditDialog = ({ detail, onClose }: { detail: InvoiceDetail; onClose: () => void }) => {
  const [reason, setReason] = useState('')
  const [extent, setExtent] = useState<Extent>('all')
  const [amount, setAmount] = useState('')
  const [parts, setParts] = useState<Readonly<Record<string, Part>>>({})
  const [isChargedAgain, setIsChargedAgain] = useState(false)
  const [isTicked, setIsTicked] = useState(false)
  const isDiscount = isTicked && extent !== 'all'
  const number = detail.invoice.number!
  const creditable = creditableOf(detail)
  const isPicked = (id: string): boolean => extent !== 'lines' || parts[id] !== undefined
  const isPart =
    extent === 'amount' || (extent === 'lines' && Object.values(parts).some((part) => part.quantity !== '' || part.amount !== ''))
  const isFreightLost = creditable.some(({ charge }) => charge.kind === 'freight' && isPicked(charge.charge_id))
  const change = (id: string, more: Partial<Part>) => setParts((before) => ({ ...before, [id]: { ...WHOLE, ...before[id], ...more } }))
  const tick = (id: string, isOn: boolean) => setParts(({ [id]: _former, ...others }) => (isOn ? { ...others, [id]: WHOLE } : others))
  const fieldOf = (id: string): string => `lines[${Object.keys(parts).indexOf(id)}]`
  const credit = async () => {
    const lines = Object.entries(parts).map(([charge_id, { quantity, amount: part }]) => ({
      charge_id,
      quantity: typedNumber(quantity),
      ...filledIn({ amount: part }),
    }))
    const wish = { all: {}, lines: { lines }, amount: { amount } }[extent]
    const again = isChargedAgain && !isPart && !isDiscount ? { charge_again: true } : {}
    const body = { reason, ...wish, ...again, ...(isDiscount ? { discount: true } : {}) }
    return sendOrAsk(`${INVOICES}/${detail.invoice.invoice_id}`, 'credit', body, t('billing.isCredited', { number }))
  }
  return (
    <SaveDialog
      title={t('billing.creditTitle', { number })}
      submitLabel={t('billing.credit')}
      onSubmit={credit}
      onClose={onClose}
      size="lg"
    >
      {(errorOf) => (
        <>
          <SegmentedControl
            aria-label={t('billing.creditExtent')}
            value={extent}
            onChange={setExtent}
            data={(['all', 'lines', 'amount'] as const).map((value) => ({ value, label: t(`billing.credit_${value}`) }))}
          />
          <Hint>{t('billing.creditHint')}</Hint>
          {extent === 'amount' && (
            <TextInput label={t('billing.creditAmount')} inputMode="decimal" {...typed(amount, setAmount, errorOf('amount'))} />
          )}
          {extent === 'lines' && (
            <Stack gap="xs">
              {errorOf('lines') && <Input.Error>{t('billing.creditNoLine')}</Input.Error>}
              {creditable.map(({ charge: { charge_id: id, description, quantity }, left }) => (
                <Stack key={id} gap={4}>
                  <Checkbox
                    label={t('billing.creditLine', { description, left: nairaOf(left) })}
                    {...ticked(parts[id] !== undefined, (isOn) => tick(id, isOn))}
                  />
                  {parts[id] !== undefined && (
                    <Group gap="xs" pl={28} grow align="flex-start">
                      {quantity > 1 && (
                        <TextInput
                          label={t('billing.quantityOf', { quantity })}
                          inputMode="numeric"
                          {...typed(
                            parts[id].quantity,
                            (text) => change(id, { quantity: text, amount: '' }),
                            errorOf(`${fieldOf(id)}.quantity`),
                          )}
                        />
                      )}
                      <TextInput
                        label={t('billing.creditLineAmount')}
                        placeholder={t('billing.wholeLine')}
                        inputMode="decimal"
                        {...typed(parts[id].amount, (text) => change(id, { amount: text, quantity: '' }), errorOf(`${fieldOf(id)}.amount`))}
                      />
                    </Group>
                  )}
                </Stack>
              ))}
            </Stack>
          )}
          <Textarea
            label={t('records.reason')}
            description={t('billing.creditReasonHint')}
            {...typed(reason, setReason, errorOf('reason'))}
            data-autofocus
          />
          {extent !== 'all' && (
            <Checkbox label={t('billing.discount')} description={t('billing.discountHint')} {...ticked(isTicked, setIsTicked)} />
          )}
          {!isPart && !isDiscount && <Checkbox label={t('billing.chargeAgain')} {...ticked(isChargedAgain, setIsChargedAgain)} />}
          {!isDiscount && isFreightLost && (isPart || !isChargedAgain) && (
            <Alert color="yellow">{t(isPart ? 'billing.freightPartNotCharged' : 'billing.freightNotCharged')}</Alert>
          )}
        </>
      )}
    </SaveDialog>
  )
}
