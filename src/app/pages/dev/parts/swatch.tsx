import { Swatch } from '../../../ui/swatch.tsx'
import { say } from './say.ts'
import { Shown } from './shown.tsx'

const faces = ['celadon', 'ru', 'oxblood', 'tenmoku', 'cobalt', 'bisque'] as const

export function Swatches() {
  return (
    <>
      <Shown as={say('各种釉色', 'Each glaze')}>
        {faces.map(face => (
          <Swatch key={face} face={face} />
        ))}
      </Shown>
      <Shown as={say('列表里', 'In a row')}>
        <Swatch face="celadon" isSmall />
      </Shown>
    </>
  )
}
