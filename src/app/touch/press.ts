/** A click follows the finger that was lifted, on a slow phone late. */
const clickMs = 300
const waiting: (() => void)[] = []
let isPressing = false
let ending: ReturnType<typeof setTimeout> | undefined

addEventListener('pointerdown', begin, true)
addEventListener('pointerup', end, true)
addEventListener('pointercancel', end, true)

/**
 * Does at once what may move the page; while a finger presses something, as soon as that is over. What slips from under
 * a finger is not pressed.
 */
export function afterPress(work: () => void) {
  if (isPressing) waiting.push(work)
  else work()
}

function begin() {
  clearTimeout(ending)
  isPressing = true
}

function end() {
  clearTimeout(ending)
  ending = setTimeout(() => {
    isPressing = false
    for (const work of waiting.splice(0)) work()
  }, clickMs)
}
