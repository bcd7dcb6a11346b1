import { useState } from 'react'
import { link } from '../../../routing/hash-location.tsx'
import { Button } from '../../../ui/button.tsx'
import { PickField } from '../../../ui/pick-field.tsx'
import { long, say } from './say.ts'
import { Shown } from './shown.tsx'

export function PickFields() {
  const [chosen, choose] = useState('')
  const label = say('国家或地区', 'Country or region')
  return (
    <>
      <Shown as={say('空，在面板里选', 'Empty, chosen in a sheet')}>
        <PickField label={label} text={chosen}>
          {close => (
            <Button
              onPress={() => {
                choose(say('中国', 'China'))
                close()
              }}
            >
              {say('中国', 'China')}
            </Button>
          )}
        </PickField>
      </Shown>
      <Shown as={say('有内容，在另一页选', 'Chosen, on another page')}>
        <PickField label={label} text={say('中国', 'China')} href={link('selectCountry')} />
      </Shown>
      <Shown as={say('有误', 'Wrong')}>
        <PickField
          label={label}
          text=""
          error={say('请选择国家或地区', 'Choose one')}
          href={link('selectCountry')}
        />
      </Shown>
      <Shown as={say('很长', 'Long')}>
        <PickField label={long()} text={long()} error={long()} href={link('selectCountry')} />
      </Shown>
    </>
  )
}
