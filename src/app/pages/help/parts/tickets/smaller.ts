const longSideMax = 2_000
const bytesMax = 8 * 1024 * 1024

/** A picture as a JPEG of at most 2,000 px, without the place it was taken at; null when it is none that we can send. */
export async function smaller(file: Blob): Promise<Blob | null> {
  const drawn = await redrawn(file).catch(() => null)
  const isSendable = /^image\/(jpeg|png|webp)$/.test(file.type) && file.size <= bytesMax
  return drawn ?? (isSendable ? file : null)
}

async function redrawn(file: Blob): Promise<Blob | null> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, longSideMax / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) return null
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  return new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.85))
}
