// Sends a repack or a split with its photos; retries are idempotent.

import { api, isQuestion, questionsOf } from '../../../api.ts'
import { useConfirm } from '../../../components/dialogs.tsx'
import { notifyError, useIdempotencyKey, useRefresh } from '../../../components/queries.ts'
import { t } from '../../../strings.ts'
import type { Repacking } from '../../../wire.ts'

export const REPACKS = '/ops/v1/repacks'

export type Photos = { before: Blob | null; after: Blob | null }

export const useRepack = () => {
  const refresh = useRefresh()
  const confirm = useConfirm()
  const keyOf = useIdempotencyKey()

  /** Returns null if the server asks for confirmation and the user refuses. */
  const send = async (path: string, body: object): Promise<Repacking | null> => {
    try {
      return await api.send<Repacking>('POST', path, body, { idempotencyKey: keyOf({ path, body }) })
    } catch (error) {
      if (!isQuestion(error)) throw error
      const question = { title: t('repack.isThatRight'), text: questionsOf(error).join(' '), action: t('repack.itIs') }
      return (await confirm(question)) ? send(path, { ...body, confirm: true }) : null
    }
  }

  /** The repack is already saved. If the upload of a photo fails, only an error message is shown. */
  const sendPhotos = async ({ repack: { repack_id: id } }: Repacking, photos: Photos): Promise<void> => {
    for (const moment of ['before', 'after'] as const) {
      const photo = photos[moment]
      if (photo) await api.send('POST', `${REPACKS}/${id}/photos?moment=${moment}`, photo).catch(notifyError)
    }
  }

  return async (path: string, body: object, photos: Photos): Promise<Repacking | null> => {
    const repacking = await send(path, body)
    if (!repacking) return null
    await sendPhotos(repacking, photos)
    await refresh()
    return repacking
  }
}
