// The Repack and Split buttons on the page of a package, and the dialog with the result and the labels to print.

import { Button, Group, List, Modal } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { PACKAGES } from '../../../api.ts'
import { PlainButton } from '../../../components/buttons.tsx'
import { Icon } from '../../../components/icons.tsx'
import { Hint } from '../../../components/text.tsx'
import { formatMoney } from '../../../format.ts'
import { t } from '../../../strings.ts'
import type { OpsPackage, Repacking } from '../../../wire.ts'
import { isRepackable, RepackDialog } from './repack-dialog.tsx'
import { SplitDialog } from './split-dialog.tsx'

export const RepackedDialog = ({ repacking, onClose }: { repacking: Repacking; onClose: () => void }) => {
  const { packages, prices } = repacking
  const labels = `${PACKAGES}/labels.pdf?ids=${packages.map(({ parcel_id: id }) => id).join(',')}`
  return (
    <Modal opened onClose={onClose} title={t('repack.done', { count: packages.length })}>
      <List size="sm">
        {packages.map(({ parcel_id: id, parcel_number: number }) => (
          <List.Item key={id}>
            <Link href={`/packages/${id}`} onClick={onClose}>
              {number}
            </Link>
          </List.Item>
        ))}
      </List>
      {prices.map(({ parcel_quote_id: id, reference, before, after, currency }) => (
        <Hint key={id}>{t('repack.price', { reference, before: formatMoney(before, currency), after: formatMoney(after, currency) })}</Hint>
      ))}
      <Group justify="flex-end" mt="lg">
        <PlainButton label={t('repack.close')} onClick={onClose} />
        <Button component="a" href={labels} target="_blank" rel="noopener" leftSection={<Icon name="print" sizePx={16} />} data-autofocus>
          {t('packages.bulkPrint')}
        </Button>
      </Group>
    </Modal>
  )
}

export const RepackButtons = ({ parcel }: { parcel: OpsPackage }) => {
  const [doing, setDoing] = useState<'repack' | 'split' | null>(null)
  const [repacked, setRepacked] = useState<Repacking | null>(null)
  const close = () => setDoing(null)
  const done = (repacking: Repacking) => {
    close()
    setRepacked(repacking)
  }
  return (
    <>
      {doing === 'repack' && <RepackDialog parcels={[parcel]} onClose={close} onDone={done} />}
      {doing === 'split' && <SplitDialog parcel={parcel} onClose={close} onDone={done} />}
      {repacked && <RepackedDialog repacking={repacked} onClose={() => setRepacked(null)} />}
      {isRepackable(parcel) &&
        (['repack', 'split'] as const).map((name) => (
          <Button key={name} variant="default" onClick={() => setDoing(name)}>
            {t(`repack.${name}`)}
          </Button>
        ))}
    </>
  )
}
