import { type Flaw, flawsOf } from './quality.ts'

/** A picture ready to be sent. */
export interface Taken {
  blob: Blob
  /** What was taken, to be looked at; null where the phone can send it but not draw it. */
  preview: HTMLCanvasElement | null
  flaws: Flaw[]
}

const longSideMax = 2_000
const copySide = 320
const bytesMax = 8 * 1024 * 1024
const quality = 0.85

type Picture = ImageBitmap | HTMLImageElement | HTMLCanvasElement

/** Makes a JPEG of at most 2,000 px, without the place it was taken at; null when this is no picture we can send. */
export async function shrink(file: Blob): Promise<Taken | null> {
  const image = await decode(file)
  const taken = image && (await takenFrom(image))
  if (image && 'close' in image) image.close()
  return taken ?? (sendable(file) ? { blob: file, preview: null, flaws: [] } : null)
}

/** What is on a picture that can be drawn; null where there is no canvas of this size. */
export async function takenFrom(image: Picture): Promise<Taken | null> {
  try {
    const preview = drawn(image, longSideMax)
    const blob = await jpegOf(preview)
    const copy = drawn(image, copySide)
    const pixels = copy.getContext('2d')?.getImageData(0, 0, copy.width, copy.height)
    const flaws = pixels ? flawsOf({ ...sizeOf(image), copy: pixels }) : []
    return blob && { blob, preview, flaws }
  } catch {
    return null
  }
}

async function decode(file: Blob): Promise<ImageBitmap | HTMLImageElement | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    return await decodeByElement(file)
  }
}

async function decodeByElement(file: Blob): Promise<HTMLImageElement | null> {
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  try {
    await image.decode()
    return image
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(url)
  }
}

function sizeOf(image: Picture) {
  return 'naturalWidth' in image
    ? { width: image.naturalWidth, height: image.naturalHeight }
    : { width: image.width, height: image.height }
}

function drawn(image: Picture, side: number): HTMLCanvasElement {
  const { width, height } = sizeOf(image)
  const scale = Math.min(1, side / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d', { alpha: false })
  if (context) {
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
  }
  return canvas
}

function jpegOf(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', quality))
}

/** What the server reads without our help. */
function sendable({ type, size }: Blob): boolean {
  return /^image\/(jpeg|png|webp)$/.test(type) && size <= bytesMax
}
