// Review of a draft before it is published: the changes, and what past quotes would have cost.

import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { api } from '../../api.ts'
import { QueryView } from '../../components/lists/query-view.tsx'
import { Page, Panel } from '../../components/page.tsx'
import { Empty } from '../../components/states.tsx'
import { useIsAdmin } from '../../session.tsx'
import { t } from '../../strings.ts'
import { useTimes } from '../../time/zone.tsx'
import type { CardDiff, CardInFull, CardVersion } from '../../wire.ts'
import { DiffTable } from './diff.tsx'
import { DraftActions } from './publish.tsx'
import { ReadOnlySheet } from './read-only-sheet.tsx'
import { ShadowPanel } from './shadow/shadow-panel.tsx'
import { CARDS, cardPath, draftOf, inForceOf, useCard } from './use-card.ts'

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
