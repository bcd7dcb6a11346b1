import { useState } from 'react'
import type { Torch } from './camera-stream.ts'

interface LampProps {
  torch: Torch
  /** What a press does, by whether it is lit. */
  label: (isLit: boolean) => string
}

/** Switches the light of the camera; off again with every film that begins. */
export function Lamp({ torch, label }: LampProps) {
  const [isLit, light] = useState(false)
  return (
    <button
      type="button"
      onClick={() => {
        torch(!isLit)
        light(!isLit)
      }}
    >
      {label(isLit)}
    </button>
  )
}
