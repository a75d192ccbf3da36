// The amount due for a parcel, an invoice or a payer, and the form that takes the payment.

import { Group, Input, SegmentedControl, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, INVOICES, PAYMENTS } from '../../../api.ts'
import { useConfirm } from '../../../components/dialogs.tsx'
import { filledIn, SubmitForm, typed } from '../../../components/form.tsx'
import { Panel } from '../../../components/page.tsx'
import { useIdempotencyKey, useRefresh } from '../../../components/queries.ts'
import { QueryView } from '../../../components/states.tsx'
import { Hint, PageLink } from '../../../components/text.tsx'
import type { Mode } from '../../../scope.tsx'
import { t } from '../../../strings.ts'
import type { Due, PaymentMethod, TakenPayment } from '../../../wire.ts'
import { koboOf, naira, sumOf } from '../billing-text.tsx'
import { DebtGroup, dueOf, inOrder, ownDebts } from './debts.tsx'
import { owes, questionsBefore } from './overpayment.ts'
import { mayWithhold, moneyAndTax, paidBy, withheldBody } from './withheld-tax.ts'

const METHODS = ['cash', 'transfer', 'card'] as const satisfies PaymentMethod[]
const AMOUNT = /^\d+(?:\.\d{1,2})?$/

export const payerText = ({ payer_name: name, customer_identifier: id }: Due): string =>
  id === null || id === name ? name : `${id} · ${name}`

const titleOf = (due: Due): string => {
  const name = due.parcel_number === null ? payerText(due) : `${due.parcel_number}, ${payerText(due)}`
  if (due.is_unpriced && !owes(due.due)) return t('billing.notPriced', { name })
  return owes(due.due) ? t('billing.owedBy', { name, amount: naira(due.due) }) : t('billing.owesNothing', { name })
}

type FormProps = { due: Due; isFocused: boolean; onTaken: (taken: TakenPayment) => void }

const DueForm = ({ due, isFocused, onTaken }: FormProps) => {
  const confirm = useConfirm()
  const refresh = useRefresh()
  const [picked, setPicked] = useState<readonly string[]>(() => ownDebts(due))
  const [typedAmount, setTypedAmount] = useState<string | null>(null)
  const [typedWithheld, setTypedWithheld] = useState<string | null>(null)
  const [method, setMethod] = useState<PaymentMethod>('cash')
  const [reference, setReference] = useState('')
  const [paidOn, setPaidOn] = useState('')
  const sum = dueOf(due, picked)
  const { amount, withheld } = moneyAndTax(due, picked, sum, { amount: typedAmount, withheld: typedWithheld })
  const isAmount = AMOUNT.test(amount.trim())
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFocused) field.current?.select()
  }, [isFocused])
  const keyOf = useIdempotencyKey()
  const take = async () => {
    const questions = isAmount ? questionsBefore({ amount, paid: paidBy(amount, withheld), due: sum, estimate: due.estimate }) : []
    for (const question of questions) if (!(await confirm(question))) return
    const body = {
      mode: due.mode,
      business: due.business_id,
      ...(due.parcel_customer_id === null ? {} : { customer_id: due.parcel_customer_id }),
      method,
      amount,
      ...withheldBody(withheld),
      ...(method === 'cash' ? {} : { reference }),
      ...filledIn({ paid_on: paidOn }),
      ...(owes(sum) ? { debts: inOrder(due, picked) } : {}),
      ...(questions.length > 0 ? { confirm_overpayment: true } : {}),
    }
    const taken = await api.send<TakenPayment>('POST', PAYMENTS, body, { idempotencyKey: keyOf(body) })
    onTaken(taken)
    void refresh()
  }
  const { own, others, credit, estimate } = due
  const other = sumOf([...others.invoices.map(({ due: open }) => open), ...others.charges.map(({ total }) => total)])
  return (
    <Panel title={titleOf(due)}>
      <SubmitForm submitLabel={isAmount ? t('billing.take', { amount: naira(amount) }) : t('billing.takePayment')} onSubmit={take}>
        {(errorOf) => (
          <>
            {due.is_unpriced && (
              <Hint>
                {t('billing.notPricedText')}{' '}
                <PageLink href={`/packages/${due.parcel_id}`} underline="always">
                  {due.parcel_number}
                </PageLink>
              </Hint>
            )}
            {estimate !== null && <Hint>{t('billing.notCharged', { amount: naira(estimate) })}</Hint>}
            <DebtGroup label={t('billing.pays')} debts={own} picked={picked} error={errorOf('debts')} onPick={setPicked} />
            {koboOf(credit) > 0 && <Hint>{t('billing.creditUsed', { amount: naira(credit) })}</Hint>}
            <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs">
              <TextInput
                ref={field}
                label={t('billing.amountLabel')}
                inputMode="decimal"
                autoComplete="off"
                {...typed(amount, setTypedAmount, errorOf('amount'))}
              />
              {mayWithhold(due) && (
                <TextInput
                  label={t('withholding.withheld')}
                  description={t('withholding.withheldHint')}
                  inputWrapperOrder={['label', 'input', 'description', 'error']}
                  inputMode="decimal"
                  autoComplete="off"
                  {...typed(withheld, setTypedWithheld, errorOf('withheld'))}
                />
              )}
              <Input.Wrapper label={t('billing.method')} labelElement="div">
                <Group>
                  <SegmentedControl
                    aria-label={t('billing.method')}
                    value={method}
                    onChange={setMethod}
                    data={METHODS.map((value) => ({ value, label: t(`billing.${value}`) }))}
                  />
                </Group>
              </Input.Wrapper>
              {method !== 'cash' && (
                <TextInput
                  label={t('records.reference')}
                  placeholder={t('billing.referenceHint')}
                  autoComplete="off"
                  {...typed(reference, setReference, errorOf('reference'))}
                />
              )}
              <TextInput
                type="date"
                label={t('billing.paidOn')}
                description={t('billing.paidOnHint')}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                {...typed(paidOn, setPaidOn, errorOf('paid_on'))}
              />
            </SimpleGrid>
            {mayWithhold(due) && isAmount && (
              <Text size="sm">
                {t('withholding.sum', {
                  money: naira(amount),
                  tax: naira(paidBy('0', withheld)),
                  paid: naira(paidBy(amount, withheld)),
                  owed: naira(sum),
                })}
              </Text>
            )}
            <DebtGroup
              label={t('billing.otherDebts', { name: payerText(due), amount: naira(other) })}
              debts={others}
              picked={picked}
              onPick={setPicked}
            />
            {due.more > 0 && <Hint>{t('billing.moreDebts', { count: due.more })}</Hint>}
          </>
        )}
      </SubmitForm>
    </Panel>
  )
}

type PaymentFormProps = { of: string; mode: Mode; isFocused?: boolean; onTaken: (taken: TakenPayment, due: Due) => void }

/** `of`: the id of the parcel, invoice or payer that the payment is for. */
export const PaymentForm = ({ of, mode, isFocused = true, onTaken }: PaymentFormProps) => {
  const query = useQuery({
    queryKey: [INVOICES, 'due', of, mode],
    gcTime: 0,
    // The amount due never becomes stale, because a refetch would change the form while somebody fills it in. If the amount is outdated,
    // the server rejects the payment.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => api.get<Due>('/ops/v1/due', { of, mode }),
  })
  return (
    <QueryView query={query}>{(due) => <DueForm due={due} isFocused={isFocused} onTaken={(taken) => onTaken(taken, due)} />}</QueryView>
  )
}
