// The stocktakes of a place, newest first.

import { Center, Text } from '@mantine/core'
import { STOCKTAKES } from '../../api.ts'
import { PlainButton } from '../../components/buttons.tsx'
import { Panel } from '../../components/page.tsx'
import { usePages } from '../../components/queries.ts'
import { ErrorState, Waiting } from '../../components/states.tsx'
import { Hint, PageLink } from '../../components/text.tsx'
import { t } from '../../strings.ts'
import { Moment } from '../../time.tsx'
import type { Place, Stocktake } from '../../wire.ts'

const PER_PAGE = 10

const resultText = ({ counts: { found, missing, misplaced, unknown } }: Stocktake): string =>
  [
    `${t('places.foundCount')} ${found}`,
    `${t('places.missing')} ${missing}`,
    `${t('places.misplaced')} ${misplaced}`,
    `${t('places.unknown')} ${unknown}`,
  ].join(' · ')

export const StocktakesOf = ({ place: { place_id: id, mode } }: { place: Place }) => {
  const { query, rows: found } = usePages<Stocktake>(STOCKTAKES, { mode, place_id: id }, PER_PAGE)
  return (
    <Panel title={t('places.stocktakes')}>
      {query.isPending && <Waiting query={query} />}
      {query.isError && found.length === 0 && <ErrorState error={query.error} onRetry={() => query.refetch()} />}
      {query.isSuccess && found.length === 0 && <Hint>{t('places.noStocktakes')}</Hint>}
      {found.map((each) => (
        <div key={each.stocktake_id}>
          <PageLink href={`/stocktakes/${each.stocktake_id}`} fw={550}>
            <Moment at={each.finished_at ?? each.started_at} />
          </PageLink>
          <Text size="sm">{each.status === 'open' ? t('places.notFinished') : resultText(each)}</Text>
          <Hint size="xs">{`${t('places.by')} ${(each.finished_by ?? each.started_by).name}`}</Hint>
        </div>
      ))}
      {query.hasNextPage && (
        <Center>
          <PlainButton label={t('shell.next')} size="xs" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()} />
        </Center>
      )}
    </Panel>
  )
}
