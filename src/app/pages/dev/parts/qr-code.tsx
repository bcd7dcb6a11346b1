import { QrCode } from '../../../ui/qr-code.tsx'
import { say } from './say.ts'
import { Shown } from './shown.tsx'

export function QrCodes() {
  return (
    <>
      <Shown as={say('收款地址', 'An address')}>
        <QrCode text="0x52908400098527886E0F7030069857D2E4169EE7" label={say('收款地址', 'Address')} />
      </Shown>
      <Shown as={say('很长的内容，小', 'Much content, small')}>
        <QrCode
          text={'https://example.com/#/pages/sharePage/sharePage?refer=GLAZE1'.repeat(3)}
          label="QR"
          size={120}
        />
      </Shown>
    </>
  )
}
