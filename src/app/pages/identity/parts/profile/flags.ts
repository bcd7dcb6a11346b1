let answer: boolean | undefined

/** Whether this phone draws flags; Windows and bare Linux print letters or empty boxes instead. */
export function drawsFlags(): boolean {
  answer ??= hasColour()
  return answer
}

function hasColour(): boolean {
  try {
    const context = Object.assign(document.createElement('canvas'), { width: 24, height: 24 }).getContext(
      '2d',
    )
    if (!context) return false
    context.font = '18px sans-serif'
    context.fillText('🇨🇳', 0, 18)
    const { data } = context.getImageData(0, 0, 24, 24)
    return data.some((red, at) => at % 4 === 0 && red - (data[at + 1] ?? 0) > 60)
  } catch {
    return false
  }
}
