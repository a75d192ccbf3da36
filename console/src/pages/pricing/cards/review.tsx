// Review of a draft before it is published: the changes, and what past quotes would have cost.

import { Badge, Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { api } from '../../../api.ts'
import { DialogButton, LinkButton } from '../../../components/buttons.tsx'
import { useConfirm } from '../../../components/dialogs.tsx'
import { FormDialog } from '../../../components/form.tsx'
import { RowsTable } from '../../../components/lists/rows-table.tsx'
import { Page, Panel } from '../../../components/page.tsx'
import { notifyDone, notifyError } from '../../../components/queries.ts'
import type { EffectiveFrom } from '../../../components/records/effective-from.tsx'
import { EffectiveFromField, effectiveFromBody } from '../../../components/records/effective-from.tsx'
import { Empty, QueryView } from '../../../components/states.tsx'
import { useIsAdmin } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import { useTimes } from '../../../time.tsx'
import type { CardChange, CardDiff, CardInFull, CardVersion, PublishedCard } from '../../../wire.ts'
import { ShadowPanel } from '../shadow/shadow-panel.tsx'
import { ReadOnlySheet } from './card-views.tsx'
import { columnName } from './names.ts'
import { CARDS, cardPath, draftOf, inForceOf, useCard } from './use-card.ts'

const CHANGES = {
  changed: { color: 'orange', name: 'cards.changed' },
  added: { color: 'teal', name: 'cards.added' },
  removed: { color: 'red', name: 'cards.removed' },
} as const

const breakText = ({ over_kg: over, up_to_kg: upTo }: CardChange): string | undefined => {
  if (over === undefined) return undefined
  return upTo ? t('cards.breakIs', { over, upTo }) : t('cards.breakOpen', { over })
}

const placeOf = (change: CardChange): string => {
  const { carrier, service, zone, container_size: size, country } = change
  const parts = [carrier && `${carrier} ${service}`, zone && t('cards.zoneIs', { zone }), breakText(change), size, country]
  return parts.filter(Boolean).join(', ') || t('cards.wholeCard')
}

const Percent = ({ percent }: { percent: string | null }) => {
  if (percent === null) return null
  return <Text span size="sm" fw={600}>{`${percent.startsWith('-') ? '' : '+'}${percent} %`}</Text>
}

const DiffTable = ({ changes }: { changes: readonly CardChange[] }) => (
  <RowsTable
    rows={changes}
    rowKey={(change) => JSON.stringify(change)}
    rowName={placeOf}
    columns={[
      {
        key: 'change',
        title: t('cards.change'),
        render: ({ change }) => (
          <Badge variant="light" color={CHANGES[change].color}>
            {t(CHANGES[change].name)}
          </Badge>
        ),
      },
      { key: 'where', title: t('cards.where'), render: placeOf },
      { key: 'column', title: t('records.column'), render: ({ field }) => columnName(field) },
      { key: 'before', title: t('cards.before'), align: 'right', render: ({ before }) => before && <s className="before">{before}</s> },
      { key: 'after', title: t('cards.after'), align: 'right', render: ({ after }) => after },
      { key: 'percent', title: t('cards.percent'), align: 'right', render: ({ percent }) => <Percent percent={percent} /> },
    ]}
  />
)

const PublishDialog = ({ draft: { card_id: id, version }, onClose }: { draft: CardInFull; onClose: () => void }) => {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [from, setFrom] = useState<EffectiveFrom>(null)
  const times = useTimes()
  const publish = async () => {
    // The path contains the version that was reviewed. If somebody else has saved another draft since then, that draft is not published.
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
  const discard = async () => {
    const text = t('cards.discardText', { version })
    if (!(await confirm({ title: t('cards.discardTitle'), text, action: t('records.discard'), danger: true }))) return
    try {
      await api.send('POST', `${cardPath(id, version)}/discard`)
    } catch (error) {
      return notifyError(error)
    }
    notifyDone(t('records.draftDiscarded'))
    navigate(`/cards/${id}`)
    await client.invalidateQueries({ queryKey: [CARDS] })
  }
  return (
    <>
      <Button variant="subtle" color="red" onClick={discard}>
        {t('records.discard')}
      </Button>
      <LinkButton href={`/cards/${id}/edit`} label={t('cards.editDraft')} />
      <DialogButton label={t('cards.publish')} variant="filled" dialog={(close) => <PublishDialog draft={draft} onClose={close} />} />
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
