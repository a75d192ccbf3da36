// Photos of queued receipts, stored in IndexedDB because of their size.

const DATABASE = 'waybill'
const PHOTOS = 'photos'

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(PHOTOS)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const inPhotos = async <T>(mode: IDBTransactionMode, act: (photos: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
  const database = await open()
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(PHOTOS, mode)
      const request = act(transaction.objectStore(PHOTOS))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onerror = () => reject(transaction.error)
      transaction.onabort = () => reject(transaction.error)
    })
  } finally {
    database.close()
  }
}

export const storePhoto = (id: string, photo: Blob) => inPhotos('readwrite', (photos) => photos.put(photo, id))
export const readPhoto = (id: string): Promise<Blob | undefined> =>
  inPhotos('readonly', (photos) => photos.get(id) as IDBRequest<Blob | undefined>)
export const deletePhoto = (id: string) => inPhotos('readwrite', (photos) => photos.delete(id))
