// The page of a stocktake. Staff scan all packages in a place, see which are missing or misplaced, and finish the count.

import { PlainButton, RowButton } from '../../components/buttons.tsx'
import { RecordPage } from '../../components/records/record-page.tsx'
import '../shipments/shipments.css'
import { Button, Group, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { api, PLACES, STOCKTAKES } from '../../api.ts'
import { useConfirm } from '../../components/dialogs.tsx'
import { Facts, Page, Panel } from '../../components/page.tsx'
import { useSave } from '../../components/queries.ts'
import { packageStatusName } from '../../components/records/package-status.tsx'
import { Hint, PageLink } from '../../components/text.tsx'
import { useMayHandle } from '../../session.tsx'
import { useWorkSite } from '../../shell/work-site.tsx'
import { t } from '../../strings.ts'
import { Moment } from '../../time.tsx'
import type { StocktakeDetail } from '../../wire.ts'
import type { ScanTexts } from '../shipments/scan-panel.tsx'
import { PlaceScanPanel } from './place-scan-panel.tsx'

type Misplaced = StocktakeDetail['misplaced'][number]
type Move = (parcel: Pick<Misplaced, 'parcel_id' | 'parcel_number'>) => Promise<void>

const MOVE_KEY = 'F2'

const SCAN_TEXTS: ScanTexts = {
  title: t('places.countTitle'),
  lead: t('places.countLead'),
  label: t('places.countLabel'),
  names: {
    found: t('places.found'),
    misplaced: t('places.misplaced'),
    unknown: t('places.unknown'),
    refused: t('records.refused'),
    waiting: t('records.waiting'),
  },
}

const PackageLink = ({ id, number }: { id: string; number: string }) => (
  <PageLink href={`/packages/${id}`} fw={550}>
    {number}
  </PageLink>
)

const Rows = ({ name, empty, count, children }: { name: string; empty: string; count: number; children: readonly ReactNode[] }) => (
  <Panel title={`${name} (${count})`}>
    {children.length === 0 ? (
      <Hint>{empty}</Hint>
    ) : (
      <Table aria-label={name}>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    )}
    {children.length > 0 && children.length < count && <Hint>{t('places.listed', { count: children.length })}</Hint>}
  </Panel>
)

const whereText = ({ place, status }: Misplaced): string => {
  if (place !== null) return t('places.shouldBeIn', { place })
  return status === 'warehouse' ? t('places.noPlace') : t('places.onRecord', { status: packageStatusName(status) })
}

const Result = ({ stocktake, onMove }: { stocktake: StocktakeDetail; onMove: Move | null }) => {
  const { counts, missing, misplaced, unknown } = stocktake
  return (
    <>
      <Rows name={t('places.missing')} empty={t('places.noneMissing')} count={counts.missing}>
        {missing.map(({ parcel_id: id, parcel_number: number }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <PackageLink id={id} number={number} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Rows>
      <Rows name={t('places.misplaced')} empty={t('places.noneMisplaced')} count={counts.misplaced}>
        {misplaced.map((parcel) => (
          <Table.Tr key={parcel.parcel_id}>
            <Table.Td>
              <PackageLink id={parcel.parcel_id} number={parcel.parcel_number} />
              <Hint>{whereText(parcel)}</Hint>
            </Table.Td>
            <Table.Td ta="right">
              {onMove && parcel.movable && (
                <RowButton
                  label={t('places.moveHere')}
                  variant="default"
                  named={t('places.moveHereNamed', { number: parcel.parcel_number })}
                  onClick={() => onMove(parcel)}
                />
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Rows>
      {counts.unknown > 0 && (
        <Rows name={t('places.unknown')} empty="" count={counts.unknown}>
          {unknown.map((code) => (
            <Table.Tr key={code}>
              <Table.Td>{code}</Table.Td>
            </Table.Tr>
          ))}
        </Rows>
      )}
    </>
  )
}

const MoveLast = ({ parcel, onMove }: { parcel: Misplaced; onMove: Move }) => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== MOVE_KEY || document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      void onMove(parcel)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [parcel, onMove])
  return <PlainButton label={t('places.moveLast', { number: parcel.parcel_number })} onClick={() => onMove(parcel)} />
}

const leadOf = ({ started_by: { name }, finished_by: finisher }: StocktakeDetail): string =>
  finisher ? t('places.finishedLead', { name, finisher: finisher.name }) : t('places.startedLead', { name })

const StocktakePage = ({ stocktake }: { stocktake: StocktakeDetail }) => {
  const { place, counts, status, misplaced } = stocktake
  const { code } = place
  const { site } = useWorkSite()
  const isOpen = useMayHandle() && status === 'open'
  const confirm = useConfirm()
  const save = useSave()
  const move: Move = async ({ parcel_id, parcel_number: number }) => {
    await save(
      api.send('POST', `${PLACES}/${place.place_id}/put`, { package_id: parcel_id }),
      t('places.movedHere', { number, place: code }),
    )
  }
  const finish = async () => {
    const { missing, misplaced: wrong, unknown } = counts
    const text = t('places.finishText', { missing, misplaced: wrong, unknown })
    if (!(await confirm({ title: t('places.finishTitle', { code }), text, action: t('places.finish') }))) return
    await save(api.send('POST', `${STOCKTAKES}/${stocktake.stocktake_id}/finish`), t('places.finishDone', { code }))
  }
  const last = misplaced.findLast(({ movable }) => movable)
  return (
    <Page
      title={t('places.stocktakeOf', { code })}
      lead={
        <Group gap="xs">
          <Moment at={stocktake.finished_at ?? stocktake.started_at} />
          <span>{leadOf(stocktake)}</span>
        </Group>
      }
      back={{ href: `/places/${place.place_id}`, label: code }}
      actions={isOpen && <Button onClick={finish}>{t('places.finish')}</Button>}
    >
      <div className="shipment">
        <div>
          {isOpen && (
            <PlaceScanPanel
              subjectId={stocktake.stocktake_id}
              path={`${STOCKTAKES}/${stocktake.stocktake_id}/scan`}
              site={site?.site_id ?? null}
              texts={SCAN_TEXTS}
            />
          )}
          {isOpen && last && (
            <Group>
              <MoveLast parcel={last} onMove={move} />
            </Group>
          )}
          <Panel>
            <Facts
              facts={[
                [t('places.foundCount'), counts.found],
                [t('places.missing'), counts.missing],
                [t('places.misplaced'), counts.misplaced],
                [t('places.unknown'), counts.unknown],
              ]}
            />
          </Panel>
        </div>
        <div>
          <Result stocktake={stocktake} onMove={isOpen ? move : null} />
        </div>
      </div>
    </Page>
  )
}

const StocktakeDetailPage = () => (
  <RecordPage<StocktakeDetail> path={STOCKTAKES}>
    {(stocktake) => <StocktakePage key={stocktake.stocktake_id} stocktake={stocktake} />}
  </RecordPage>
)

export default StocktakeDetailPage
