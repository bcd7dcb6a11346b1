import { useState } from 'react'
import { Field, type FieldProps } from '../../../ui/field.tsx'
import { long, say } from './say.ts'
import { Shown } from './shown.tsx'

export function Fields() {
  return (
    <>
      <Shown as={say('空', 'Empty')}>
        <Typed label={say('邮箱', 'E-mail')} type="email" placeholder="lin@example.com" />
      </Shown>
      <Shown as={say('有内容和说明', 'Filled, with a hint')}>
        <Typed
          label={say('邮箱', 'E-mail')}
          initial="lin@example.com"
          hint={say('用来登录', 'To log in with')}
        />
      </Shown>
      <Shown as={say('有误', 'Wrong')}>
        <Typed
          label={say('邮箱', 'E-mail')}
          initial="lin@"
          error={say('邮箱格式不正确', 'Not an e-mail address')}
        />
      </Shown>
      <Shown as={say('选填', 'Optional')}>
        <Typed label={say('邀请码', 'Invite code')} isOptional />
      </Shown>
      <Shown as={say('密码', 'Password')}>
        <Typed label={say('密码', 'Password')} type="password" initial="porcelain1" />
      </Shown>
      <Shown as={say('带按钮，可用与不可用', 'With a button, ready and waiting')}>
        <Typed label={say('验证码', 'Code')} after={<button type="button">{say('获取', 'Send')}</button>} />
        <Typed
          label={say('验证码', 'Code')}
          after={
            <button type="button" disabled>
              {say('48 秒后重发', 'Again in 48 s')}
            </button>
          }
        />
      </Shown>
      <Shown as={say('多行', 'Several lines')}>
        <Typed label={say('说明', 'Description')} rows={3} initial={long()} />
      </Shown>
      <Shown as={say('很长', 'Long')}>
        <Typed label={long()} initial={long()} error={long()} />
      </Shown>
    </>
  )
}

function Typed({ initial = '', ...rest }: Omit<FieldProps, 'value' | 'onInput'> & { initial?: string }) {
  const [value, type] = useState(initial)
  return <Field {...rest} value={value} onInput={type} />
}
