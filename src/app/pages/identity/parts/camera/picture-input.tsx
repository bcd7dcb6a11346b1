import type { Ref } from 'preact'

interface PictureInputProps {
  /** What opens it: the input itself is never seen. */
  input: Ref<HTMLInputElement>
  label: string
  /** Opens this camera at once, instead of the gallery. */
  capture?: 'user' | 'environment'
  onPick: (file: File | undefined) => void
}

/** Asks the phone for one picture. */
export function PictureInput({ input, label, capture, onPick }: PictureInputProps) {
  function pick({ currentTarget }: { currentTarget: HTMLInputElement }) {
    onPick(currentTarget.files?.[0])
    // The same picture can be picked again.
    currentTarget.value = ''
  }

  return (
    <input
      ref={input}
      type="file"
      accept="image/*"
      capture={capture}
      aria-label={label}
      hidden
      onChange={pick}
    />
  )
}
