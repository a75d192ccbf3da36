// Assigns an unidentified parcel to a package or customer.

import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useEffect, useState } from 'react'
import { ApiError, api } from '../../../api.ts'
import { notifyDone } from '../../../components/notify.ts'
import { Panel } from '../../../components/page.tsx'
import { ErrorState, errorText } from '../../../components/states.tsx'
import { Hint } from '../../../components/text.tsx'
import { UNIDENTIFIED } from '../../../paths.ts'
import { t } from '../../../strings.ts'
import type { UnidentifiedParcel } from '../../../wire.ts'
import type { Owner } from './owners.ts'
import { ofInbound, useOwners } from './owners.ts'

/** How the server asks for a second look. */
const wantsConfirmation = (error: unknown): boolean =>
  error instanceof ApiError && error.details.some(({ message }) => message.includes('confirm'))

export const Assign = ({ parcel }: { parcel: UnidentifiedParcel }) => {
  const { unidentified_parcel_id: parcelId, courier_number: number, proposals } = parcel
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [isEntered, setIsEntered] = useState(false)
  const { owners: found, isSettled, error } = useOwners(text)
  const proposed = number === null ? [] : proposals.map((inbound) => ofInbound(inbound, number))
  const owners = text.trim() === '' ? proposed : found
  const assign = useMutation({
    mutationFn: ({ owner, isConfirmed }: { owner: Owner; isConfirmed: boolean }) =>
      api.send('POST', `${UNIDENTIFIED}/${parcelId}/assign`, { ...owner.body, ...(isConfirmed ? { confirm: true } : {}) }),
    onSuccess: async (_, { owner: { title } }) => {
      notifyDone(t('unidentified.assignDone', { title }))
      await client.invalidateQueries({ queryKey: [UNIDENTIFIED] })
    },
  })
  const { mutate, variables } = assign
  // A scanner is faster than the look-up: Enter is kept until it is known what the code names, and takes it if it names one thing.
  useEffect(() => {
    if (!isEntered || !isSettled) return
    setIsEntered(false)
    const exact = found.filter((owner) => owner.isExact)
    if (exact.length === 1) mutate({ owner: exact[0]!, isConfirmed: false })
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
        <Alert color="red" role="alert" title={errorText(assign.error)}>
          {wantsConfirmation(assign.error) && variables && (
            <Button size="compact-sm" variant="default" onClick={() => mutate({ owner: variables.owner, isConfirmed: true })}>
              {t('unidentified.confirmAnyway')}
            </Button>
          )}
        </Alert>
      )}
      {isSettled && owners.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          {t('unidentified.noMatch')}
        </Text>
      )}
      {text.trim() === '' && proposed.length > 0 && (
        <Text size="sm" role="status">
          {t('unidentified.proposed')}
        </Text>
      )}
      <Stack gap={0} component="ul" className="owners">
        {owners.map((owner) => (
          <li key={owner.key}>
            <Group justify="space-between" wrap="nowrap" gap="xs">
              <div>
                <Text size="sm" fw={550}>
                  {owner.title}
                </Text>
                <Hint size="xs">{owner.detail}</Hint>
              </div>
              <Button
                size="xs"
                variant="default"
                flex="none"
                loading={assign.isPending && variables?.owner.key === owner.key}
                aria-label={t('unidentified.assignTo', { title: owner.title })}
                onClick={() => mutate({ owner, isConfirmed: false })}
              >
                {t('unidentified.assign')}
              </Button>
            </Group>
          </li>
        ))}
      </Stack>
    </Panel>
  )
}
