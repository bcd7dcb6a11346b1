/** A grey picture: one number from 0 (black) to 255 for each pixel, row by row. */
export interface Plane {
  width: number
  height: number
  values: Uint8Array
}

/** How much darker each pixel is than what lies around it, never below zero: print stays, light and shade go. */
export function darkness({ width, height, values }: Plane, radius: number): Plane {
  const sums = integral({ width, height, values })
  const stride = width + 1
  const dark = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const above = Math.max(0, y - radius) * stride
    const below = Math.min(height, y + radius + 1) * stride
    for (let x = 0; x < width; x++) {
      const left = Math.max(0, x - radius)
      const right = Math.min(width, x + radius + 1)
      const sum =
        far(sums, below + right) -
        far(sums, above + right) -
        far(sums, below + left) +
        far(sums, above + left)
      const mean = (sum * stride) / ((below - above) * (right - left))
      dark[y * width + x] = Math.max(0, mean - at(values, y * width + x))
    }
  }
  return { width, height, values: dark }
}

function integral({ width, height, values }: Plane): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += at(values, y * width + x)
      sums[(y + 1) * (width + 1) + x + 1] = far(sums, y * (width + 1) + x + 1) + row
    }
  }
  return sums
}

/** The grey at a place between pixels; outside of the picture that of its edge. */
export function greyAt({ width, height, values }: Plane, x: number, y: number): number {
  const left = within(Math.floor(x), width - 1)
  const top = within(Math.floor(y), height - 1)
  const right = within(left + 1, width - 1)
  const bottom = within(top + 1, height - 1)
  const fx = within(x - left, 1)
  const fy = within(y - top, 1)
  const above = at(values, top * width + left) * (1 - fx) + at(values, top * width + right) * fx
  const below = at(values, bottom * width + left) * (1 - fx) + at(values, bottom * width + right) * fx
  return above * (1 - fy) + below * fy
}

/** The picture turned by so many quarters, with the clock. */
export function turned(plane: Plane, quarters: number): Plane {
  if (quarters === 0) return plane
  const { width, height, values } = turned(plane, quarters - 1)
  const turn = new Uint8Array(values.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) turn[x * height + height - 1 - y] = at(values, y * width + x)
  }
  return { width: height, height: width, values: turn }
}

/** The value below which this part (0 to 1) of the others lies. */
export function quantile(values: ArrayLike<number>, part: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

// One function for each kind of array: the engine makes them fast only as long as each sees a single kind.

/** A pixel whose place the caller has seen to. */
export function at(values: Uint8Array, index: number): number {
  return values[index] as number
}

/** As `at`, of sums. */
export function far(values: Float64Array, index: number): number {
  return values[index] as number
}

function within(value: number, max: number): number {
  return value < 0 ? 0 : value > max ? max : value
}
