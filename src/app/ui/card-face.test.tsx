import { render, screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { CardFace } from './card-face.tsx'

test('says its form once, also of a kind that is named after it', () => {
  render(<CardFace face="celadon" name="青瓷" form="virtual" />)
  render(<CardFace face="celadon" name="青瓷 实体卡" form="physical" />)
  expect(screen.getByText('青瓷 · 虚拟卡')).toBeTruthy()
  expect(screen.getByText('青瓷 实体卡')).toBeTruthy()
})
