// One shipment: scan packages in, depart, arrive, deliver.

import { PlainButton } from '../../components/buttons.tsx'
import { RecordPage } from '../../components/records/record-page.tsx'
import './shipments.css'
import { Button, Group, Menu } from '@mantine/core'
import { useEffect, useState } from 'react'
import { api, SHIPMENTS } from '../../api.ts'
import { Icon } from '../../components/icons.tsx'
import { Page } from '../../components/page.tsx'
import { useSiteChoices } from '../../components/records/site-filter.tsx'
import { useMayHandle, useSession } from '../../session.tsx'
import { t } from '../../strings.ts'
import { useTimes } from '../../time.tsx'
import type { ScannedPackages, Shipment } from '../../wire.ts'
import { AddExtraButton } from '../billing/add-extra.tsx'
import type { ShipmentActions } from './actions.ts'
import { useShipmentActions, useUpdateShipment } from './actions.ts'
import { Blockers, UnpaidPanel } from './blockers.tsx'
import { Containers } from './containers.tsx'
import { Details, Totals } from './contents.tsx'
import { EditShipment } from './details-form.tsx'
import { FillPanel, ScanFill } from './fill.tsx'
import { LoadScanned } from './load-dialog.tsx'
import { Packages } from './packages.tsx'
import { ScanPanel } from './scan-panel.tsx'
import { createScanQueue } from './scan-queue.ts'
import { countryOrNone, StatusBadge } from './shipment-text.tsx'

const Manifest = ({ shipment }: { shipment: Shipment }) => {
  const path = `${SHIPMENTS}/${shipment.shipment_id}/manifest`
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="print" sizePx={16} />}>
          {t('shipments.manifest')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={`${path}.pdf`} target="_blank" leftSection={<Icon name="print" sizePx={16} />}>
          {t('shipments.manifestPdf')}
        </Menu.Item>
        <Menu.Item component="a" href={`${path}.csv`} download leftSection={<Icon name="download" sizePx={16} />}>
          {t('shipments.manifestCsv')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const Steps = ({ shipment, actions, onEdit }: { shipment: Shipment; actions: ShipmentActions; onEdit: () => void }) => {
  const { status, contents } = shipment
  const { isBusy } = actions
  const { isToday } = useTimes()
  const isUnderWay = status === 'departed' || status === 'arrived'
  const mayUndoDelivery = contents.delivered > 0 && (isUnderWay || isToday(shipment.delivered_at))
  return (
    <>
      {status !== 'cancelled' && <PlainButton label={t('shipments.edit')} onClick={onEdit} />}
      {status === 'open' && contents.packages === 0 && (
        <PlainButton label={t('shipments.cancel')} disabled={isBusy} onClick={actions.cancel} />
      )}
      {status === 'open' && contents.packages > 0 && (
        <Button onClick={actions.depart} loading={isBusy}>
          {t('shipments.depart')}
        </Button>
      )}
      {status === 'departed' && contents.delivered === 0 && isToday(shipment.departed_at) && (
        <PlainButton label={t('shipments.undoDeparture')} disabled={isBusy} onClick={actions.undoDeparture} />
      )}
      {status === 'arrived' && isToday(shipment.arrived_at) && (
        <PlainButton label={t('shipments.undoArrival')} disabled={isBusy} onClick={actions.undoArrival} />
      )}
      {mayUndoDelivery && <PlainButton label={t('shipments.undoDelivery')} disabled={isBusy} onClick={actions.undoDelivery} />}
      {status === 'departed' && (
        <Button onClick={actions.arrive} disabled={isBusy}>
          {t('shipments.arrive')}
        </Button>
      )}
      {status === 'arrived' && <PlainButton label={t('collection.allReady')} disabled={isBusy} onClick={actions.makeReady} />}
      {isUnderWay && (
        <Button onClick={actions.deliver} disabled={isBusy} {...(status === 'departed' ? { variant: 'default' } : {})}>
          {t('shipments.deliver')}
        </Button>
      )}
    </>
  )
}

const ShipmentPage = ({ shipment }: { shipment: Shipment }) => {
  const { shipment_id: id, number, status } = shipment
  const mayHandle = useMayHandle()
  const { staff_id: staffId } = useSession().staff
  const show = useUpdateShipment()
  const { formatMoment } = useTimes()
  const [isEditing, setIsEditing] = useState(false)
  const [queue] = useState(() =>
    createScanQueue({
      subjectId: id,
      staffId,
      send: async (codes) => {
        const answer = await api.send<ScannedPackages>('POST', `${SHIPMENTS}/${id}/attach`, { codes }, { staffId })
        void show(answer.shipment)
        return answer
      },
    }),
  )
  useEffect(() => (mayHandle ? queue.start() : undefined), [queue, mayHandle])
  const actions = useShipmentActions(shipment, queue)
  const hasSites = useSiteChoices().length > 0
  const lead = (
    <Group gap="xs">
      <StatusBadge status={status} />
      <span>
        {[
          t(`shipments.${shipment.transport_mode}`),
          shipment.carrier,
          hasSites &&
            shipment.from_site &&
            (shipment.to_site ? t('shipments.sites', { from: shipment.from_site, to: shipment.to_site }) : shipment.from_site),
          countryOrNone(shipment.destination_country),
          shipment.eta && t('shipments.lands', { when: formatMoment(shipment.eta) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </Group>
  )
  const buttons = (
    <>
      <Manifest shipment={shipment} />
      {mayHandle && shipment.contents.packages > 0 && (
        <AddExtraButton subject={{ kind: 'shipment', id, name: number, packages: shipment.contents.packages }} />
      )}
      {mayHandle && <Steps shipment={shipment} actions={actions} onEdit={() => setIsEditing(true)} />}
    </>
  )
  return (
    <Page title={number} lead={lead} back={{ href: '/shipments', label: t('shipments.title') }} actions={buttons}>
      {isEditing && <EditShipment shipment={shipment} onSaved={show} onClose={() => setIsEditing(false)} />}
      {actions.blockers !== null && status === 'open' && <Blockers shipment={shipment} blockers={actions.blockers} actions={actions} />}
      <div className="shipment">
        <div>
          {mayHandle && status === 'open' && (
            <ScanPanel queue={queue}>
              <LoadScanned shipment={shipment} queue={queue} onChanged={show} />
              <ScanFill shipment={shipment} />
            </ScanPanel>
          )}
          <Packages shipment={shipment} actions={actions} />
        </div>
        <div>
          <Totals shipment={shipment} />
          {status !== 'open' && <FillPanel shipment={shipment} />}
          <UnpaidPanel shipment={shipment} actions={actions} />
          <Details shipment={shipment} />
          {shipment.transport_mode === 'ocean' && <Containers shipment={shipment} onChanged={show} />}
        </div>
      </div>
    </Page>
  )
}

const ShipmentDetail = () => (
  <RecordPage<Shipment> path={SHIPMENTS}>{(shipment) => <ShipmentPage key={shipment.shipment_id} shipment={shipment} />}</RecordPage>
)

export default ShipmentDetail
