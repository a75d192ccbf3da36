// The disposition of a package that was cancelled while in the warehouse: the form, the details with photos, and same-day undo.

import { Group, Input, Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, PACKAGES } from '../../api.ts'
import { FilePicker, PlainButton } from '../../components/buttons.tsx'
import { useConfirm } from '../../components/dialogs.tsx'
import { filledIn, SaveDialog, selected, typed } from '../../components/form.tsx'
import type { Fact } from '../../components/page.tsx'
import { Facts, Panel } from '../../components/page.tsx'
import { notifyError, useSave } from '../../components/queries.ts'
import { Photos } from '../../components/records/photos.tsx'
import { Hint } from '../../components/text.tsx'
import { useMayHandle } from '../../session.tsx'
import { t } from '../../strings.ts'
import { Moment, useTimes } from '../../time.tsx'
import type { OpsPackage, PackageDetail } from '../../wire.ts'
import { PHOTO_TYPES, PhotoField, smallPhoto } from '../receiving/photo-field.tsx'

type Kind = NonNullable<OpsPackage['disposition']>['kind']

const KINDS: readonly Kind[] = ['handed_back', 'returned_to_supplier', 'destroyed', 'given_up']

/** Whether the package was cancelled while in the warehouse, and is still there. */
export const isKept = ({ milestones }: Pick<OpsPackage, 'milestones'>): boolean => milestones.kept_since !== null

const photosOf = (id: string): string => `${PACKAGES}/${id}/photos`

const BLANK = { reason: '', to: '', courier: '', courier_number: '' }

export const DisposeDialog = ({ parcel, onClose }: { parcel: OpsPackage; onClose: () => void }) => {
  const { parcel_id: id, parcel_number: number } = parcel
  const [kind, setKind] = useState<Kind>('handed_back')
  const [fields, setFields] = useState(BLANK)
  const [photo, setPhoto] = useState<Blob | null>(null)
  const set = (name: keyof typeof BLANK) => (text: string) => setFields({ ...fields, [name]: text })
  const isReturned = kind === 'returned_to_supplier'
  const submit = async () => {
    const { to, courier, courier_number, reason } = fields
    const whom = kind === 'handed_back' ? { to } : isReturned ? { courier, courier_number } : {}
    await api.send('POST', `${PACKAGES}/${id}/dispose`, { kind, ...filledIn({ reason, ...whom } as Record<string, string>) })
    // If the upload of the photo fails, the disposition is still recorded. The photo can be added later.
    if (photo) await api.send('POST', photosOf(id), photo).catch(notifyError)
    return t('disposition.done', { number })
  }
  return (
    <SaveDialog title={t('disposition.title', { number })} submitLabel={t('disposition.submit')} onSubmit={submit} onClose={onClose}>
      {(errorOf) => (
        <>
          <Hint>{t('disposition.hint')}</Hint>
          <Select
            label={t('disposition.kind')}
            data={KINDS.map((value) => ({ value, label: t(`disposition.${value}`) }))}
            {...selected(kind, setKind, errorOf('kind'))}
            data-autofocus
          />
          {kind === 'handed_back' && (
            <TextInput label={t('disposition.to')} description={t('disposition.toHint')} {...typed(fields.to, set('to'), errorOf('to'))} />
          )}
          {isReturned && <TextInput label={t('disposition.courier')} {...typed(fields.courier, set('courier'), errorOf('courier'))} />}
          {isReturned && (
            <TextInput
              label={t('disposition.courierNumber')}
              {...typed(fields.courier_number, set('courier_number'), errorOf('courier_number'))}
            />
          )}
          <Textarea
            label={t('records.reason')}
            description={t('disposition.reasonHint')}
            {...typed(fields.reason, set('reason'), errorOf('reason'))}
            autosize
            minRows={2}
          />
          <Input.Wrapper label={t('receive.photo')} labelElement="div">
            <PhotoField photo={photo} onChange={setPhoto} />
          </Input.Wrapper>
        </>
      )}
    </SaveDialog>
  )
}

const factsOf = (disposition: NonNullable<OpsPackage['disposition']>): Fact[] => [
  [t('disposition.kind'), t(`disposition.${disposition.kind}`)],
  disposition.to !== null && [t('disposition.to'), disposition.to],
  disposition.courier !== null && [t('disposition.courier'), disposition.courier],
  disposition.courier_number !== null && [t('disposition.courierNumber'), disposition.courier_number],
  [t('records.reason'), disposition.reason],
  [t('disposition.when'), <Moment key="when" at={disposition.at} />],
]

const AddPhoto = ({ id }: { id: string }) => {
  const save = useSave()
  const add = (file: File) =>
    save(
      smallPhoto(file).then((photo) => api.send('POST', photosOf(id), photo)),
      t('disposition.photoAdded'),
    )
  return <FilePicker label={t('receive.photoAdd')} accept={PHOTO_TYPES} capture="environment" size="xs" onFile={add} />
}

/** Shows nothing if the package has no disposition and does not need one. */
export const DispositionPanel = ({ parcel }: { parcel: PackageDetail }) => {
  const { parcel_id: id, parcel_number: number, disposition } = parcel
  const mayHandle = useMayHandle()
  const save = useSave()
  const confirm = useConfirm()
  const times = useTimes()
  if (!isKept(parcel) && disposition === null) return null
  const undo = async () => {
    const question = { title: t('disposition.undoTitle', { number }), text: t('disposition.undoText'), action: t('records.undo') }
    if (await confirm(question)) await save(api.send('POST', `${PACKAGES}/${id}/undo_disposition`), t('disposition.undone', { number }))
  }
  const charge = async () => {
    const question = { title: t('disposition.chargeTitle', { number }), text: t('disposition.chargeText'), action: t('disposition.charge') }
    if (await confirm(question)) await save(api.send('POST', `${PACKAGES}/${id}/charge_storage`), t('disposition.charged', { number }))
  }
  return (
    <Panel title={t('disposition.panel')}>
      {disposition === null ? <Hint>{t('disposition.waits')}</Hint> : <Facts facts={factsOf(disposition)} />}
      <Photos path={photosOf(id)} altOf={({ created_at: at }) => t('packages.photo', { when: times.formatMoment(at) })} />
      {mayHandle && (
        <Group gap="xs">
          <AddPhoto id={id} />
          {isKept(parcel) && <PlainButton label={t('disposition.charge')} size="xs" onClick={charge} />}
          {parcel.disposition_undoable && <PlainButton label={t('records.undo')} size="xs" onClick={undo} />}
        </Group>
      )}
    </Panel>
  )
}
