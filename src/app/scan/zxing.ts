import { BrowserQRCodeReader } from '@zxing/browser'
import { DecodeHintType } from '@zxing/library'
import { penOf } from './picture.ts'

const reader = new BrowserQRCodeReader(new Map([[DecodeHintType.TRY_HARDER, true]]))

/** One code in fourteen, however sharp, is taken for another shape at one size and read at the next. */
const scales = [1, 1 / 2, 1 / 3]

/** The text of the QR code in a picture, or null. */
export async function decode(canvas: HTMLCanvasElement): Promise<string | null> {
  for (const scale of scales) {
    try {
      return reader.decodeFromCanvas(scaled(canvas, scale)).getText()
    } catch {}
  }
  return null
}

function scaled(canvas: HTMLCanvasElement, scale: number): HTMLCanvasElement {
  if (scale === 1) return canvas
  const pen = penOf(Math.ceil(canvas.width * scale), Math.ceil(canvas.height * scale))
  pen.drawImage(canvas, 0, 0, pen.canvas.width, pen.canvas.height)
  return pen.canvas
}
