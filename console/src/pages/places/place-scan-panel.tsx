// Handles scans on the page of a place. The code of a parcel is added to the scan queue; the label of another place opens that place's page.

import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { readPlaceBarcode } from '../../../../src/domain/places/place-code.ts'
import { api } from '../../api.ts'
import { notifyError, useRefresh } from '../../components/queries.ts'
import { useScope } from '../../scope.tsx'
import { useSession } from '../../session.tsx'
import { lookUp } from '../../shell/scan-look-up.ts'
import { t } from '../../strings.ts'
import type { CountedPackages, PutPackages } from '../../wire.ts'
import type { ScanTexts } from '../shipments/scan-panel.tsx'
import { ScanPanel } from '../shipments/scan-panel.tsx'
import { createScanQueue } from '../shipments/scan-queue.ts'

type PlaceScanPanelProps = { subjectId: string; path: string; site: string | null; texts: ScanTexts }

/** `site`: code or ID of the site whose places are searched when another place's label is scanned; null for all sites. */
export const PlaceScanPanel = ({ subjectId, path, site, texts }: PlaceScanPanelProps) => {
  const { mode } = useScope()
  const [, navigate] = useLocation()
  const { staff_id: staffId } = useSession().staff
  const refresh = useRefresh()
  const [queue] = useState(() =>
    createScanQueue({
      subjectId,
      staffId,
      send: async (codes) => {
        const answer = await api.send<PutPackages | CountedPackages>('POST', path, { codes }, { staffId })
        void refresh()
        return answer
      },
    }),
  )
  useEffect(() => queue.start(), [queue])
  const onCode = useCallback(
    (code: string) => {
      if (readPlaceBarcode(code) === null) return queue.scan(code)
      lookUp(code, mode, site)
        .then(({ place }) => {
          if (!place) throw new Error(t('places.isOtherPlace', { code }))
          navigate(`/places/${place.place_id}`)
        })
        .catch(notifyError)
    },
    [queue, mode, site, navigate],
  )
  return <ScanPanel queue={queue} texts={texts} onCode={onCode} />
}
