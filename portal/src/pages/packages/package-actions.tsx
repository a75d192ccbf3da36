// Buttons that hold, release or cancel a package. Each button asks for a reason.

import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ReasonDialog } from '../../components/form-dialog.tsx'
import { useSend } from '../../scope.tsx'
import { pageTexts as texts } from '../../texts/packages.ts'
import type { Parcel } from '../../wire.ts'

type Asked = 'hold' | 'release' | 'cancel'

export const PackageActions = ({
  parcel: { parcel_id: id, status, hold_instruction: held, shipment_id: shipment },
}: {
  parcel: Parcel
}) => {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { mutateAsync: note } = useSend('holdOrReleasePackage')
  const { mutateAsync: cancel } = useSend('cancelPackage')
  const onClose = () => setAsked(null)
  const action = held === 'hold' ? 'release' : 'hold'
  const isOver = status === 'cancelled' || status === 'delivered'
  return (
    <>
      {(!isOver || held === 'hold') && (
        <Button look={action === 'release' ? 'primary' : 'plain'} onClick={() => setAsked(action)}>
          {texts[action]}
        </Button>
      )}
      {!isOver && shipment === null && <Button onClick={() => setAsked('cancel')}>{texts.cancel}</Button>}
      {(asked === 'hold' || asked === 'release') && (
        <ReasonDialog
          title={asked === 'hold' ? texts.holdTitle : texts.releaseTitle}
          text={asked === 'hold' ? texts.holdText : texts.releaseText}
          label={texts.reason}
          field="body"
          submit={texts[asked]}
          onSubmit={(body) => note({ id, body: { action, body } })}
          done={asked === 'hold' ? texts.wasHeld : texts.wasReleased}
          onClose={onClose}
        />
      )}
      {asked === 'cancel' && (
        <ReasonDialog
          title={texts.cancelTitle}
          text={texts.cancelText}
          label={texts.reason}
          field="comment"
          submit={texts.cancel}
          look="danger"
          onSubmit={(comment) => cancel({ id, body: { comment } })}
          done={texts.wasCancelled}
          onClose={onClose}
        />
      )}
    </>
  )
}
