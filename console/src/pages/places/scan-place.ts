// Scans on the page of a place: parcels go to the queue, the label of another place opens its page.

import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { readPlaceBarcode } from '../../../../src/domain/places/place-code.ts'
import { notifyError } from '../../components/notify.ts'
import { useScope } from '../../scope.tsx'
import { lookUp } from '../../shell/scan-look-up.ts'
import { t } from '../../strings.ts'

export const usePlaceScans = (scan: (code: string) => void): ((code: string) => void) => {
  const { mode } = useScope()
  const [, navigate] = useLocation()
  return useCallback(
    (code) => {
      if (readPlaceBarcode(code) === null) return scan(code)
      lookUp(code, mode)
        .then(({ place }) => {
          if (!place) throw new Error(t('places.isOtherPlace', { code }))
          navigate(`/places/${place.place_id}`)
        })
        .catch(notifyError)
    },
    [scan, mode, navigate],
  )
}
