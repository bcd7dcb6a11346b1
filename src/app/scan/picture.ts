import type { Decode } from './decoder.ts'

/** Long edges in pixels: small codes in a large photograph need the larger. */
const sizes = [900, 1_800, 450]

/** Reads the QR code of a picture file; white on black too. Null when there is none, or no picture. */
export async function readPicture(file: Blob, decode: Decode): Promise<string | null> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!picture) return null
  try {
    for (const size of sizes) {
      const pen = drawn(picture, size)
      const text = (await decode(pen.canvas)) ?? (await decode(inverted(pen)))
      if (text) return text
    }
    return null
  } finally {
    picture.close()
  }
}

function drawn(picture: ImageBitmap, size: number): CanvasRenderingContext2D {
  const scale = Math.min(1, size / Math.max(picture.width, picture.height))
  const pen = penOf(Math.ceil(picture.width * scale), Math.ceil(picture.height * scale))
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height)
  pen.drawImage(picture, 0, 0, pen.canvas.width, pen.canvas.height)
  return pen
}

function inverted(pen: CanvasRenderingContext2D): HTMLCanvasElement {
  pen.globalCompositeOperation = 'difference'
  pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height)
  return pen.canvas
}

/** A canvas to read pixels from. */
export function penOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
}
