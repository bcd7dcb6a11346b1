import type { IncomingMessage } from 'node:http'

/** Of a whole form: a file of 8 MB and what is around it. */
export const formBytesMax = 8 * 1024 * 1024 + 64 * 1024
/** How long whoever sent too much can still read why. */
const lingerMs = 1000

/** How much of a form may come. */
interface FormBound {
  /** Rejects when more comes; nothing is read any more then. */
  tooMuch: Promise<never>
  /** It is answered: what still comes flows past, and beyond the bound its sender is cut off. */
  answered(): void
}

const bounds = new WeakMap<IncomingMessage, FormBound>()

/** The bound of a form. It counts from the first call on, which comes when something reads the form, or nothing will. */
export function boundOf(form: IncomingMessage): FormBound {
  const known = bounds.get(form)
  if (known) return known
  const bound = bounded(form)
  bounds.set(form, bound)
  return bound
}

function bounded(form: IncomingMessage): FormBound {
  let bytes = 0
  let isAnswered = false
  let refuse = (_error: Error) => {}
  const tooMuch = new Promise<never>((_, reject) => {
    refuse = reject
  })
  tooMuch.catch(() => {})
  const isOver = () => bytes > formBytesMax
  const cutOff = () => setTimeout(() => form.destroy(), lingerMs).unref()

  form.on('data', ({ length }: Buffer) => {
    bytes += length
    if (!isOver()) return
    form.unpipe()
    form.pause()
    if (isAnswered) cutOff()
    refuse(new Error('the form goes on beyond its bound'))
  })
  return {
    tooMuch,
    answered() {
      isAnswered = true
      if (isOver()) cutOff()
    },
  }
}
