/** Part of the height and width that is seen around the frame, on each side. */
export const marginShare = 0.1

/** Where the frame lies in what is looked at. */
const frameAt = marginShare / (1 + 2 * marginShare)
const bandShare = 0.075
const edgeMin = 9
const edgeOverOthers = 2.2

interface Copy {
  width: number
  height: number
  grey: ArrayLike<number>
}

/** Which corners of a document lie at the corners of the frame: upper left, upper right, lower right, lower left. A hint. */
export function cornersOf(copy: Copy): boolean[] {
  const { width, height } = copy
  const across = (x: number, y: number) => Math.abs(levelAt(copy, x + 1, y) - levelAt(copy, x, y))
  const down = (x: number, y: number) => Math.abs(levelAt(copy, x, y + 1) - levelAt(copy, x, y))
  const left = hasEdge(width, height, (place, along) => across(place, along))
  const right = hasEdge(width, height, (place, along) => across(width - 2 - place, along))
  const top = hasEdge(height, width, (place, along) => down(along, place))
  const bottom = hasEdge(height, width, (place, along) => down(along, height - 2 - place))
  return [top && left, top && right, bottom && right, bottom && left]
}

function levelAt({ grey, width }: Copy, x: number, y: number): number {
  return grey[y * width + x] ?? 0
}

/** Whether one straight line near this side of the frame is much sharper than what is around it. */
function hasEdge(depth: number, length: number, changeAt: (place: number, along: number) => number): boolean {
  const first = Math.max(0, Math.round(depth * (frameAt - bandShare)))
  const last = Math.round(depth * (frameAt + bandShare))
  const profile: number[] = []
  for (let place = first; place <= last; place += 1) {
    let sum = 0
    let count = 0
    for (let along = Math.round(length * 0.25); along < length * 0.75; along += 2) {
      sum += changeAt(place, along)
      count += 1
    }
    profile.push(sum / count)
  }
  const peak = Math.max(...profile)
  const middle = [...profile].sort((one, other) => one - other)[Math.floor(profile.length / 2)] ?? 0
  return peak >= edgeMin && peak >= edgeOverOthers * middle
}
