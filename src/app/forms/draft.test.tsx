import { act, render } from '@testing-library/preact'
import { describe, expect, test, vi } from 'vitest'
import * as rule from '../../contract/field.ts'
import { signOut } from '../state/session.ts'
import { signedInAs } from '../testing/testing.tsx'
import { Field } from '../ui/field.tsx'
import { amountMs, draftOf, keepDraft, useKept } from './draft.ts'
import { useForm } from './form.ts'

describe('a draft', () => {
  test('never holds a secret, whatever form it stands in', () => {
    signedInAs()
    keepDraft('form', {
      email: 'lin@example.com',
      password: 'porcelain1',
      repeat: 'porcelain1',
      pin: '246810',
      code: '135790',
      secret: 'porcelain1',
    })
    expect(draftOf('form')).toEqual({ email: 'lin@example.com' })
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/porcelain1|246810|135790/)
  })

  test('is never shown to another customer, nor to who signed out', () => {
    signedInAs()
    keepDraft('form', { text: 'mine' })
    signedInAs({ id: 'another' })
    expect(draftOf('form')).toEqual({})
    signOut()
    expect(draftOf('form')).toEqual({})
  })

  test('is dropped with the first draft of another customer', () => {
    signedInAs()
    keepDraft('form', { text: 'mine' })
    signedInAs({ id: 'another' })
    keepDraft('other form', { text: 'theirs' })
    expect(localStorage.getItem('drafts')).not.toContain('mine')
  })

  test('goes by itself: a form after a day, an amount after half an hour', () => {
    vi.useFakeTimers()
    signedInAs()
    keepDraft('form', { text: 'words' })
    vi.advanceTimersByTime(amountMs)
    expect(draftOf('form', amountMs)).toEqual({})
    expect(draftOf('form')).toEqual({ text: 'words' })
    vi.advanceTimersByTime(24 * 60 * 60 * 1000)
    expect(draftOf('form')).toEqual({})
  })

  test('is gone once it was dropped', () => {
    signedInAs()
    keepDraft('form', { text: 'words' })
    keepDraft('form', null)
    expect(draftOf('form')).toEqual({})
    expect(localStorage.getItem('drafts')).toBeNull()
  })

  test('is there again in a form of that name, with its secrets empty', async () => {
    signedInAs()
    const first = render(<Form />)
    await type(first, 'lin@mail.test', '135790')
    first.unmount()
    const again = render(<Form />)
    expect((again.getByLabelText('email') as HTMLInputElement).value).toBe('lin@mail.test')
    expect((again.getByLabelText('code') as HTMLInputElement).value).toBe('')
  })

  test('of what was not typed is none', () => {
    signedInAs()
    render(<Amount />).unmount()
    expect(localStorage.getItem('drafts')).toBeNull()
  })
})

describe('what is saved', () => {
  test('is no draft when it is typed again', async () => {
    signedInAs()
    const first = render(<Form email="lin@mail.test" />)
    await type(first, 'wei@mail.test', '')
    expect(draftOf('form')).toEqual({ email: 'wei@mail.test' })
    first.unmount()
    await type(render(<Form email="lin@mail.test" />), 'lin@mail.test', '')
    expect(localStorage.getItem('drafts')).toBeNull()
  })

  test('is no draft when it is renewed under the form', () => {
    signedInAs()
    const { rerender } = render(<Form email="lin@mail.test" />)
    rerender(<Form email="wei@mail.test" />)
    expect(localStorage.getItem('drafts')).toBeNull()
  })
})

function Form({ email = '' }) {
  const form = useForm({ email: rule.email, code: rule.code }, { email }, 'form')
  return (
    <form>
      <Field label="email" {...form.field('email')} />
      <Field label="code" {...form.field('code')} />
    </form>
  )
}

function Amount() {
  const [text] = useKept('amount', '50')
  return <p>{text}</p>
}

async function type(screen: Pick<ReturnType<typeof render>, 'getByLabelText'>, email: string, code: string) {
  for (const [label, value] of [
    ['email', email],
    ['code', code],
  ]) {
    await act(async () => {
      const field = screen.getByLabelText(label as string) as HTMLInputElement
      field.value = value as string
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  }
}
