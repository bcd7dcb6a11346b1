import { BrowserQRCodeReader } from '@zxing/browser'
import { DecodeHintType } from '@zxing/library'

const reader = new BrowserQRCodeReader(new Map([[DecodeHintType.TRY_HARDER, true]]))

/** The text of the QR code in a picture, or null. */
export async function decode(canvas: HTMLCanvasElement): Promise<string | null> {
  try {
    return reader.decodeFromCanvas(canvas).getText()
  } catch {
    return null
  }
}
