// The page for taking a payment at the desk: payer, amount, receipt. It is designed for keyboard use.

import { Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { INVOICES } from '../../../api.ts'
import { PlainButton } from '../../../components/buttons.tsx'
import { SubmitForm, typed } from '../../../components/form.tsx'
import { useFilters } from '../../../components/lists/filters.tsx'
import { Page, Panel } from '../../../components/page.tsx'
import { QueryView } from '../../../components/states.tsx'
import { Hint } from '../../../components/text.tsx'
import { useScope } from '../../../scope.tsx'
import { t } from '../../../strings.ts'
import type { Due, TakenPayment } from '../../../wire.ts'
import { findDebtor } from './find-debtor.ts'
import { PaymentForm } from './payment-form.tsx'
import { Taken } from './taken.tsx'

const FindForm = ({ onFind }: { onFind: (code: string) => void }) => {
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const find = async () => {
    if (text.trim() !== '') onFind(text.trim())
  }
  return (
    <Panel>
      <SubmitForm submitLabel={t('billing.find')} onSubmit={find}>
        {() => (
          <TextInput
            ref={input}
            label={t('billing.findLabel')}
            description={t('billing.findHint')}
            autoComplete="off"
            {...typed(text, setText)}
          />
        )}
      </SubmitForm>
    </Panel>
  )
}

type ChoicesProps = { code: string; choices: readonly { code: string; title: string; detail: string }[]; onPick: (code: string) => void }

const Choices = ({ code, choices, onPick }: ChoicesProps) => {
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for every search.
  useEffect(() => list.current?.querySelector('button')?.focus(), [code])
  return (
    <Panel title={t('billing.matches')}>
      <Text size="sm" role="status">
        {t(choices.length === 0 ? 'billing.notFound' : 'billing.several', { code })}
      </Text>
      <Stack gap="xs" ref={list}>
        {choices.map((choice) => (
          <UnstyledButton key={choice.code} className="scan-choice" onClick={() => onPick(choice.code)}>
            <Text size="sm" fw={550}>
              {choice.title}
            </Text>
            <Hint size="xs">{choice.detail}</Hint>
          </UnstyledButton>
        ))}
      </Stack>
    </Panel>
  )
}

const TakePayment = () => {
  const { mode } = useScope()
  const [{ code }, , setFilter] = useFilters(['code'])
  const [done, setDone] = useState<{ taken: TakenPayment; due: Due } | null>(null)
  const query = useQuery({
    queryKey: [INVOICES, 'debtor', code, mode],
    enabled: code !== '',
    // The result is not cached, because the next payment may change it.
    gcTime: 0,
    queryFn: () => findDebtor(code, mode),
  })
  const find = (text: string) => setFilter('code', text)
  const next = () => {
    setDone(null)
    find('')
  }
  const actions = code !== '' && <PlainButton label={t('billing.nextPayment')} onClick={next} />
  return (
    <Page title={t('billing.takePayment')} lead={t('billing.takeLead')} actions={done ? undefined : actions}>
      {done && <Taken {...done} onNext={next} />}
      {!done && code === '' && <FindForm onFind={find} />}
      {!done && code !== '' && (
        <QueryView query={query}>
          {(found) =>
            'of' in found ? (
              <PaymentForm key={found.of} of={found.of} mode={mode} onTaken={(taken, due) => setDone({ taken, due })} />
            ) : (
              <>
                <FindForm onFind={find} />
                <Choices code={code} choices={found.choices} onPick={find} />
              </>
            )
          }
        </QueryView>
      )}
    </Page>
  )
}

export default TakePayment
