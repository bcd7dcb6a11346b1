import { isSeen } from '../seen.ts'

/** False while the app is hidden behind others, or minimised. */
export function useVisible(): boolean {
  return isSeen.value
}
