import { render, screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { List, Row } from './list.tsx'
import { Steps } from './steps.tsx'

test('lists say that they are lists: WebKit takes those without bullets for none', () => {
  render(
    <>
      <List label="资产">
        <Row title="USDT" />
      </List>
      <Steps steps={[{ label: '已提交', state: 'done' }]} />
    </>,
  )
  expect(screen.getAllByRole('list').map(list => list.getAttribute('role'))).toEqual(['list', 'list'])
})
