import { fireEvent, render, screen } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { loadWords, setLanguage } from '../../../state/locale.ts'
import { Options } from './options.tsx'

const names = [
  ['北京市', 'Beijing'],
  ['天津市', 'Tianjin'],
  ['河北省', 'Hebei'],
  ['山西省', 'Shanxi'],
  ['辽宁省', 'Liaoning'],
  ['吉林省', 'Jilin'],
  ['上海市', 'Shanghai'],
  ['陕西省', 'Shaanxi'],
  ['安徽省', "An'hui"],
]
const options = names.map(([label = '', note]) => ({ value: label, label, note }))

async function show(all = options) {
  await setLanguage('zh-CN')
  await Promise.all([loadWords('account'), loadWords('forms')])
  const onPick = vi.fn()
  render(<Options label="省" options={all} value="上海市" onPick={onPick} />)
  return onPick
}
const shown = () => screen.queryAllByRole('listitem').map(row => row.textContent?.replace(/[A-Z].*/, ''))
const enter = () => fireEvent.submit(screen.getByLabelText('搜索').closest('form') as HTMLFormElement)
const type = (value: string) => fireEvent.input(screen.getByLabelText('搜索'), { target: { value } })

test('a few need no search', async () => {
  await show(options.slice(0, 8))
  expect(screen.queryByLabelText('搜索')).toBeNull()
})

test('many are narrowed by either name, without marks and blanks', async () => {
  const onPick = await show()
  type('AN HUI')
  expect(shown()).toEqual(['安徽省'])
  type('shan')
  expect(shown()).toEqual(['山西省', '上海市'])
  enter()
  expect(onPick).not.toHaveBeenCalled()
  type('上海')
  enter()
  expect(onPick).toHaveBeenCalledExactlyOnceWith('上海市')
  type('nowhere')
  expect(screen.getByText('没有找到')).toBeTruthy()
})

test('arrow keys walk from the search through the rows and back', async () => {
  await show()
  const search = screen.getByLabelText('搜索')
  search.focus()
  const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key })
  press('ArrowDown')
  press('ArrowDown')
  expect(document.activeElement?.textContent).toContain('天津市')
  press('ArrowUp')
  press('ArrowUp')
  expect(document.activeElement).toBe(search)
  expect(screen.getByRole('button', { pressed: true }).textContent).toContain('上海市')
})
