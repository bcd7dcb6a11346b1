/** Finds the text of a QR code in a picture. */
export type Decode = (canvas: HTMLCanvasElement) => Promise<string | null>

interface Detector {
  detect(source: CanvasImageSource): Promise<{ rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

let known: Promise<Decode> | undefined

/** The browser's own reader where it has one, else ZXing, which is loaded now. Rejects when that does not come. */
export function decoder(): Promise<Decode> {
  known ??= native()
    .then(own => own ?? import('./zxing.ts').then(({ decode }) => decode))
    .catch(error => {
      known = undefined
      throw error
    })
  return known
}

async function native(): Promise<Decode | null> {
  const Class = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  if (!Class) return null
  const formats = await Class.getSupportedFormats().catch((): string[] => [])
  if (!formats.includes('qr_code')) return null
  const detector = new Class({ formats: ['qr_code'] })
  return async canvas => {
    const [found] = await detector.detect(canvas).catch(() => [])
    return found?.rawValue || null
  }
}
