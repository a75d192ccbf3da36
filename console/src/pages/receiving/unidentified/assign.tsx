// The form that assigns an unidentified parcel to a package, a customer or an announced parcel.

import { Alert, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useEffect, useState } from 'react'
import { api, isQuestion, questionsOf, UNIDENTIFIED } from '../../../api.ts'
import { PlainButton } from '../../../components/buttons.tsx'
import { Panel } from '../../../components/page.tsx'
import { notifyDone } from '../../../components/queries.ts'
import { ErrorState, errorText } from '../../../components/states.tsx'
import { Hint } from '../../../components/text.tsx'
import { t } from '../../../strings.ts'
import type { UnidentifiedParcel } from '../../../wire.ts'
import type { Candidate } from './candidates.ts'
import { ofInbound, useCandidates } from './candidates.ts'

export const Assign = ({ parcel }: { parcel: UnidentifiedParcel }) => {
  const { unidentified_parcel_id: parcelId, courier_number: number, proposals } = parcel
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [isEntered, setIsEntered] = useState(false)
  const { candidates: found, isSettled, error } = useCandidates(text)
  const proposed = number === null ? [] : proposals.map((inbound) => ofInbound(inbound, number))
  const candidates = text.trim() === '' ? proposed : found
  const assign = useMutation({
    mutationFn: ({ candidate, isConfirmed }: { candidate: Candidate; isConfirmed: boolean }) =>
      api.send('POST', `${UNIDENTIFIED}/${parcelId}/assign`, { ...candidate.body, ...(isConfirmed ? { confirm: true } : {}) }),
    onSuccess: async (_, { candidate: { title } }) => {
      notifyDone(t('unidentified.assignDone', { title }))
      await client.invalidateQueries({ queryKey: [UNIDENTIFIED] })
    },
  })
  const { mutate, variables } = assign
  // A scanner sends Enter before the look-up is done. The parcel is assigned when the result arrives, if exactly one candidate matches.
  useEffect(() => {
    if (!isEntered || !isSettled) return
    setIsEntered(false)
    const exact = found.filter((candidate) => candidate.isExact)
    if (exact.length === 1) mutate({ candidate: exact[0]!, isConfirmed: false })
  }, [isEntered, isSettled, found, mutate])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsEntered(true)
  }
  return (
    <Panel title={t('unidentified.assignTitle')}>
      <form onSubmit={submit}>
        <TextInput
          label={t('unidentified.assignCode')}
          description={t('unidentified.assignHint')}
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setIsEntered(false)
            assign.reset()
          }}
        />
      </form>
      {error && <ErrorState error={error} />}
      {assign.error && (
        <Alert color="red" role="alert" title={isQuestion(assign.error) ? questionsOf(assign.error).join(' ') : errorText(assign.error)}>
          {isQuestion(assign.error) && variables && (
            <PlainButton
              label={t('unidentified.confirmAnyway')}
              size="compact-sm"
              onClick={() => mutate({ candidate: variables.candidate, isConfirmed: true })}
            />
          )}
        </Alert>
      )}
      {isSettled && candidates.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          {t('unidentified.noMatch')}
        </Text>
      )}
      {text.trim() === '' && proposed.length > 0 && (
        <Text size="sm" role="status">
          {t('unidentified.proposed')}
        </Text>
      )}
      <Stack gap={0} component="ul" className="candidates">
        {candidates.map((candidate) => (
          <li key={candidate.key}>
            <Group justify="space-between" wrap="nowrap" gap="xs">
              <div>
                <Text size="sm" fw={550}>
                  {candidate.title}
                </Text>
                <Hint size="xs">{candidate.detail}</Hint>
              </div>
              <PlainButton
                label={t('unidentified.assign')}
                size="xs"
                flex="none"
                loading={assign.isPending && variables?.candidate.key === candidate.key}
                named={t('unidentified.assignTo', { title: candidate.title })}
                onClick={() => mutate({ candidate, isConfirmed: false })}
              />
            </Group>
          </li>
        ))}
      </Stack>
    </Panel>
  )
}
