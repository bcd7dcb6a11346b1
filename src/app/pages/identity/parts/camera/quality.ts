/** What may make a picture unreadable. */
export type Flaw = 'small' | 'dark' | 'glare' | 'blur'

/** The smallest picture the server takes. */
export const longSideMin = 640
export const shortSideMin = 400

const darkBelow = 55
const glareShare = 0.06
const blurBelow = 45

/** The flaws of a picture of `width` × `height`, judged by a small copy of it. A hint, never a verdict, but for `small`. */
export function flawsOf({
  width,
  height,
  copy,
}: {
  width: number
  height: number
  copy: { width: number; height: number; data: ArrayLike<number> }
}): Flaw[] {
  const grey = greyOf(copy.data)
  const mean = grey.reduce((sum, level) => sum + level, 0) / grey.length
  const burnt = grey.filter(level => level >= 253).length / grey.length
  const isSmall = Math.max(width, height) < longSideMin || Math.min(width, height) < shortSideMin
  const flaws: [Flaw, boolean][] = [
    ['small', isSmall],
    ['dark', mean < darkBelow],
    ['glare', burnt > glareShare && mean < 225],
    ['blur', sharpness(grey, copy.width, copy.height) < blurBelow],
  ]
  return flaws.filter(([, isThere]) => isThere).map(([flaw]) => flaw)
}

/** Brightness of each pixel, 0 to 255. */
export function greyOf(rgba: ArrayLike<number>): number[] {
  const grey: number[] = []
  for (let at = 0; at < rgba.length; at += 4) {
    grey.push(0.299 * (rgba[at] ?? 0) + 0.587 * (rgba[at + 1] ?? 0) + 0.114 * (rgba[at + 2] ?? 0))
  }
  return grey
}

/** Variance of the Laplacian: low where no edge is sharp. */
function sharpness(grey: number[], width: number, height: number): number {
  let [sum, squares, count] = [0, 0, 0]
  const at = (x: number, y: number) => grey[y * width + x] ?? 0
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const edge = 4 * at(x, y) - at(x - 1, y) - at(x + 1, y) - at(x, y - 1) - at(x, y + 1)
      sum += edge
      squares += edge * edge
      count += 1
    }
  }
  const mean = sum / count
  return squares / count - mean * mean
}
