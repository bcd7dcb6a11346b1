import { render, screen } from '@testing-library/preact'
import { beforeAll, expect, test } from 'vitest'
import { loadWords, setLanguage } from '../state/locale.ts'
import { Steps } from './steps.tsx'

beforeAll(async () => {
  await setLanguage('zh-CN')
  await loadWords('forms')
})

test('what is over and what failed is told to whoever sees no colour and no icon', () => {
  render(
    <Steps
      steps={[
        { label: '已提交', state: 'done' },
        { label: '制卡', state: 'failed' },
        { label: '寄送', state: 'next' },
      ]}
    />,
  )
  const said = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(said).toEqual(['已完成已提交', '未成功制卡', '寄送'])
})
