import { CardNetwork } from '../../../display/card-network.tsx'
import { CardBone, CardFace, type Glaze } from '../../../ui/card-face.tsx'
import { glazeName } from '../../../ui/glaze-name.ts'
import { long, say } from './say.ts'
import { Shown } from './shown.tsx'

const faces: [Glaze, string][] = [
  ['celadon', 'Celadon'],
  ['ru', 'Ru'],
  ['oxblood', 'Oxblood'],
  ['tenmoku', 'Tenmoku'],
  ['cobalt', 'Cobalt'],
  ['bisque', 'Bisque'],
]
const network = <CardNetwork of="Visa" />
const holder = 'LIN WEI'

export function CardFaces() {
  return (
    <>
      {faces.map(([face, name]) => (
        <Shown key={face} as={face}>
          <CardFace
            {...{ face, network, holder }}
            name={glazeName(name)}
            form="virtual"
            last4="4821"
            expiry="••/••"
          />
        </Shown>
      ))}
      <Shown as={say('冻结', 'Frozen')}>
        <CardFace
          {...{ network, holder }}
          face="cobalt"
          name={glazeName('Cobalt')}
          form="physical"
          last4="0934"
          state={say('已冻结', 'Frozen')}
        />
      </Shown>
      <Shown as={say('显示卡号', 'Revealed')}>
        <CardFace
          {...{ network, holder }}
          face="tenmoku"
          name={glazeName('Tenmoku')}
          form="physical"
          material="metal"
          network={<CardNetwork of="Mastercard" />}
          number="5366 2210 0048 4821"
          expiry="09/29"
        />
      </Shown>
      <Shown as={say('没有卡号', 'Without a number')}>
        <CardFace face="bisque" name={glazeName('Bisque')} form="virtual" />
      </Shown>
      <Shown as={say('很长', 'Long')}>
        <CardFace face="ru" name={long()} form="virtual" holder={long()} last4="1120" />
      </Shown>
      <Shown as={say('加载中', 'Loading')}>
        <CardBone />
      </Shown>
    </>
  )
}
