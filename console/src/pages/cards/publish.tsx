// Publishes a draft, now or at a later time, or discards it.

import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { api } from '../../api.ts'
import { useConfirm } from '../../components/confirm.tsx'
import { FormDialog } from '../../components/form.tsx'
import { notifyDone, notifyError } from '../../components/notify.ts'
import type { From } from '../../components/records/from-field.tsx'
import { FromField, fromOnWire } from '../../components/records/from-field.tsx'
import { t } from '../../strings.ts'
import { useTimes } from '../../time/zone.tsx'
import type { CardInFull, PublishedCard } from '../../wire.ts'
import { CARDS, cardPath } from './use-card.ts'

const PublishDialog = ({ draft: { card_id: id, version }, onClose }: { draft: CardInFull; onClose: () => void }) => {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [from, setFrom] = useState<From>(null)
  const times = useTimes()
  const publish = async () => {
    // This very version: what somebody put in its place meanwhile is not published unseen.
    const { warnings } = await api.send<PublishedCard>('POST', `${cardPath(id, version)}/publish`, fromOnWire(from, times))
    notifyDone(t(from === null ? 'cards.publishedNow' : 'cards.publishedLater', { version }))
    for (const message of warnings) notifications.show({ message, color: 'orange', autoClose: false })
    navigate(`/cards/${id}`)
    await client.invalidateQueries({ queryKey: [CARDS] })
  }
  return (
    <FormDialog title={t('cards.publishTitle', { version })} submitLabel={t('cards.publish')} onSubmit={publish} onClose={onClose}>
      {(errorOf) => (
        <>
          <Text size="sm">{t('cards.publishText')}</Text>
          <FromField from={from} onFrom={setFrom} error={errorOf('effective_from')} />
        </>
      )}
    </FormDialog>
  )
}

export const DraftActions = ({ draft }: { draft: CardInFull }) => {
  const { card_id: id, version } = draft
  const client = useQueryClient()
  const confirm = useConfirm()
  const [, navigate] = useLocation()
  const [isPublishing, setIsPublishing] = useState(false)
  const discard = async () => {
    const text = t('cards.discardText', { version })
    if (!(await confirm({ title: t('cards.discardTitle'), text, action: t('cards.discard'), danger: true }))) return
    try {
      await api.send('POST', `${cardPath(id, version)}/discard`)
    } catch (error) {
      return notifyError(error)
    }
    notifyDone(t('cards.discarded'))
    navigate(`/cards/${id}`)
    await client.invalidateQueries({ queryKey: [CARDS] })
  }
  return (
    <>
      {isPublishing && <PublishDialog draft={draft} onClose={() => setIsPublishing(false)} />}
      <Button variant="subtle" color="red" onClick={discard}>
        {t('cards.discard')}
      </Button>
      <Button variant="default" component={Link} href={`/cards/${id}/edit`}>
        {t('cards.editDraft')}
      </Button>
      <Button onClick={() => setIsPublishing(true)}>{t('cards.publish')}</Button>
    </>
  )
}
