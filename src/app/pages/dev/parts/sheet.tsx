import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { long, say } from './say.ts'
import { Shown } from './shown.tsx'

export function Sheets() {
  const [open, lay] = useState<'short' | 'long' | null>(null)
  const close = () => lay(null)
  return (
    <Shown as={say('关闭着', 'Closed')}>
      <Button kind="plain" onPress={() => lay('short')}>
        {say('打开', 'Open')}
      </Button>
      <Button kind="plain" onPress={() => lay('long')}>
        {say('打开很长的', 'Open a long one')}
      </Button>
      <Sheet isOpen={open === 'short'} title={say('选择币种', 'Choose a coin')} onClose={close}>
        <p>{say('内容', 'Content')}</p>
        <Button onPress={close}>{say('完成', 'Done')}</Button>
      </Sheet>
      <Sheet isOpen={open === 'long'} title={long()} onClose={close}>
        {Array.from({ length: 12 }, (_, index) => (
          <p key={String(index)}>{long()}</p>
        ))}
      </Sheet>
    </Shown>
  )
}
