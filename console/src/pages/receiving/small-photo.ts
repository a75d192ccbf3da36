// Scales a photo down before upload, for slow connections.

const SIDE_MAX_PX = 1_600
const QUALITY = 0.85

export const smallPhoto = async (file: File): Promise<Blob> => {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, SIDE_MAX_PX / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the photo cannot be read'))), 'image/jpeg', QUALITY),
  )
}
