interface Size {
  width: number
  height: number
}
export interface Region extends Size {
  left: number
  top: number
}

/**
 * The part of a film that lies under a frame in the middle of the screen, with a margin around it, in pixels of the
 * film. The film covers the screen, so its longer sides hang over.
 */
export function underFrame({
  film,
  screen,
  frame,
  marginShare,
}: {
  film: Size
  screen: Size
  frame: Size
  marginShare: number
}): Region {
  const scale = Math.max(screen.width / film.width, screen.height / film.height)
  const width = Math.min(film.width, (frame.width * (1 + 2 * marginShare)) / scale)
  const height = Math.min(film.height, (frame.height * (1 + 2 * marginShare)) / scale)
  return { left: (film.width - width) / 2, top: (film.height - height) / 2, width, height }
}
