// Repack and Split on the page of a package.

import { Button } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../../strings.ts'
import type { OpsPackage, Repacking } from '../../../wire.ts'
import { isRepackable, RepackDialog } from './repack-dialog.tsx'
import { RepackedDialog } from './repacked-dialog.tsx'
import { SplitDialog } from './split-dialog.tsx'

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
