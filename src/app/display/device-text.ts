import { unknownDevice } from '../../contract/device.ts'

/** The device as the server recognised it, or these words of the page where it did not. */
export function deviceText(device: string | null | undefined, unknown: string): string {
  return device && device !== unknownDevice ? device : unknown
}
