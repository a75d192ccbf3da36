// All rate cards by kind. Each row names the version in force, the scheduled version and the draft.

import { Badge, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { LinkButton } from '../../../components/buttons.tsx'
import { RowsTable } from '../../../components/lists/rows-table.tsx'
import { Page, Panel } from '../../../components/page.tsx'
import { useBusinessName, useRead } from '../../../components/queries.ts'
import { PriceNotice } from '../../../components/records/live-notices.tsx'
import { Empty, QueryView } from '../../../components/states.tsx'
import { Hint } from '../../../components/text.tsx'
import { useIsAdmin } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import { useTimes } from '../../../time.tsx'
import type { ListedCard } from '../../../wire.ts'
import { CARD_KINDS } from './names.ts'
import { CARDS } from './use-card.ts'

/** Sample cards have the start date 1 January 1970 (epoch 0). This date is shown as "from the start". */
const Since = ({ at }: { at: string }) => {
  const { formatMoment } = useTimes()
  return Date.parse(at) === 0 ? t('cards.sinceStart') : t('cards.since', { when: formatMoment(at) })
}

const InForce = ({ card: { in_force: version, since } }: { card: ListedCard }) =>
  version === null ? (
    <Hint>{t('records.none')}</Hint>
  ) : (
    <>
      {t('cards.tableOf', { version })}{' '}
      <Text span size="xs" c="dimmed" className="narrow-hidden">
        <Since at={since!} />
      </Text>
    </>
  )

const Draft = ({ card: { card_id: id, draft } }: { card: ListedCard }) =>
  draft !== null && (
    <Badge component={Link} href={`/cards/${id}/draft`} variant="light" color="orange" className="badge-link">
      {t('cards.tableOf', { version: draft })}
    </Badge>
  )

const Kinds = ({ cards }: { cards: ListedCard[] }) => {
  const nameOf = useBusinessName()
  const { formatMoment } = useTimes()
  const kinds = CARD_KINDS.filter((kind) => cards.some((card) => card.kind === kind)).map((kind) => (
    <Panel key={kind} title={t(`cards.${kind}`)} flush>
      <RowsTable
        name={t(`cards.${kind}`)}
        rows={cards.filter((card) => card.kind === kind)}
        rowKey={(card) => card.card_id}
        rowName={(card) => card.title}
        href={(card) => `/cards/${card.card_id}`}
        columns={[
          { key: 'title', title: t('cards.card'), render: (card) => card.title },
          { key: 'currency', title: t('cards.currency'), render: (card) => card.currency, isLesser: true },
          {
            key: 'business',
            title: t('cards.business'),
            render: (card) => (card.business_id === null ? t('cards.everyBusiness') : nameOf(card.business_id)),
            isLesser: true,
          },
          { key: 'in-force', title: t('records.inForce'), render: (card) => <InForce card={card} /> },
          {
            key: 'next',
            title: t('records.next'),
            render: ({ next, next_from: from }) =>
              next === null ? null : t('cards.nextFrom', { version: next, when: formatMoment(from!) }),
            isLesser: true,
          },
          { key: 'draft', title: t('cards.draft'), render: (card) => <Draft card={card} /> },
        ]}
      />
    </Panel>
  ))
  return (
    <Stack gap="lg" className="same-columns">
      {kinds}
    </Stack>
  )
}

const CardList = () => {
  const isAdmin = useIsAdmin()
  const query = useRead<ListedCard[]>(CARDS)
  const create = isAdmin && <LinkButton href="/cards/new" label={t('cards.create')} icon="plus" variant="filled" />
  return (
    <Page title={t('cards.title')} lead={t('cards.lead')} actions={create}>
      <PriceNotice />
      <QueryView query={query}>
        {(cards) =>
          cards.length === 0 ? (
            <div className="panel">
              <Empty icon="card" title={t('cards.emptyTitle')} text={t('cards.empty')} />
            </div>
          ) : (
            <Kinds cards={cards} />
          )
        }
      </QueryView>
    </Page>
  )
}

export default CardList
