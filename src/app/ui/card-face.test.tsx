import { render, screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { CardFace } from './card-face.tsx'
import { glazeName } from './glaze-name.ts'

test('says glaze and form of a kind alike, virtual or physical', () => {
  render(<CardFace face="celadon" name={glazeName('Celadon')} form="virtual" />)
  render(<CardFace face="celadon" name={glazeName('Celadon Physical')} form="physical" />)
  const names = [...document.querySelectorAll('b')].map(name => name.textContent)
  expect(names).toEqual(['青瓷\u00a0· 虚拟卡', '青瓷\u00a0· 实体卡'])
})

test('says its form once, also of a card whose own name ends in it', () => {
  render(<CardFace face="celadon" name="旅行实体卡" form="physical" />)
  expect(screen.getByText('旅行实体卡')).toBeTruthy()
})
