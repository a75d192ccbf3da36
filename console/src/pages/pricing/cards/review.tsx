// Review of a draft before it is published: the changes, and what past quotes would have cost.

import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { api } from '../../../api.ts'
import { useConfirm } from '../../../components/dialogs.tsx'
import { FormDialog } from '../../../components/form.tsx'
import { Page, Panel } from '../../../components/page.tsx'
import { notifyDone, notifyError } from '../../../components/queries.ts'
import type { EffectiveFrom } from '../../../components/records/effective-from.tsx'
import { EffectiveFromField, effectiveFromBody } from '../../../components/records/effective-from.tsx'
import { Empty, QueryView } from '../../../components/states.tsx'
import { useIsAdmin } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import { useTimes } from '../../../time.tsx'
import type { CardDiff, CardInFull, CardVersion, PublishedCard } from '../../../wire.ts'
import { ShadowPanel } from '../shadow/shadow-panel.tsx'
import { DiffTable } from './diff.tsx'
import { ReadOnlySheet } from './read-only-sheet.tsx'
import { CARDS, cardPath, draftOf, inForceOf, useCard } from './use-card.ts'

const PublishDialog = ({ draft: { card_id: id, version }, onClose }: { draft: CardInFull; onClose: () => void }) => {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [from, setFrom] = useState<EffectiveFrom>(null)
  const times = useTimes()
  const publish = async () => {
    // Names the version, so that a draft saved by somebody else meanwhile is not published unseen.
    const { warnings } = await api.send<PublishedCard>('POST', `${cardPath(id, version)}/publish`, effectiveFromBody(from, times))
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
          <EffectiveFromField from={from} onFrom={setFrom} error={errorOf('effective_from')} />
        </>
      )}
    </FormDialog>
  )
}

const DraftActions = ({ draft }: { draft: CardInFull }) => {
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

const Differences = ({ draft, inForce }: { draft: CardInFull; inForce: CardVersion }) => {
  const { card_id: id, version } = draft
  const query = useQuery({
    queryKey: [CARDS, id, 'diff', inForce.version, version],
    queryFn: ({ signal }) => api.get<CardDiff>(`${cardPath(id, inForce.version)}/diff`, { to: `${id}@${version}` }, signal),
  })
  const before = useCard(id, inForce.version)
  return (
    <>
      <Panel title={t('cards.differences')} lead={t('cards.differencesLead', { version: inForce.version })} flush>
        <QueryView query={query}>
          {({ changes }) =>
            changes.length === 0 ? (
              <Empty icon="check" title={t('cards.noDifferences')} text={t('cards.noDifferencesText')} />
            ) : (
              <DiffTable changes={changes} />
            )
          }
        </QueryView>
      </Panel>
      <Panel title={t('cards.draftTable')} lead={t('cards.draftTableLead')} flush>
        <QueryView query={before}>{(card) => <ReadOnlySheet card={draft} before={card} />}</QueryView>
      </Panel>
    </>
  )
}

const First = ({ draft }: { draft: CardInFull }) => (
  <Panel title={t('cards.draftTable')} flush>
    <Text size="sm" c="dimmed" px="md" pb="sm">
      {t('cards.firstVersion')}
    </Text>
    <ReadOnlySheet card={draft} />
  </Panel>
)

const Draft = ({ id, version }: { id: string; version: number }) => {
  const { formatMoment } = useTimes()
  const isAdmin = useIsAdmin()
  const query = useCard(id, version)
  return (
    <QueryView query={query}>
      {(draft) => {
        const inForce = inForceOf(draft)
        return (
          <Page
            title={t('cards.reviewTitle', { title: draft.title })}
            lead={t('cards.reviewLead', { version, when: formatMoment(draft.created_at) })}
            back={{ href: `/cards/${id}`, label: draft.title }}
            actions={isAdmin && draft.state === 'draft' && <DraftActions draft={draft} />}
          >
            {inForce ? <Differences draft={draft} inForce={inForce} /> : <First draft={draft} />}
            {isAdmin && <ShadowPanel trial={{ card: `${id}@${version}` }} />}
          </Page>
        )
      }}
    </QueryView>
  )
}

const Review = () => {
  const { id } = useParams<{ id: string }>()
  const query = useCard(id)
  return (
    <QueryView query={query}>
      {(card) => {
        const draft = draftOf(card)
        if (draft) return <Draft id={card.card_id} version={draft.version} />
        return (
          <Page title={card.title} back={{ href: `/cards/${id}`, label: card.title }}>
            <div className="panel">
              <Empty icon="card" title={t('cards.noDraftTitle')} text={t('cards.noDraft')} />
            </div>
          </Page>
        )
      }}
    </QueryView>
  )
}

export default Review
