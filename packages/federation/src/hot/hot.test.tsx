import { act, fireEvent, render, screen } from '@testing-library/react'
import { type ComponentType, useEffect, useState } from 'react'
import { createElement, hotModule, hotRemote } from './index.ts'
import { jsxDEV } from './jsx-dev-runtime.ts'

const { register, sign } = hotModule('page.tsx')
const signed = sign()

/** One version of a page with a counter and a field, as the compiler emits it. */
function version(title: () => string, hooks = 'useState', effect: () => void = () => undefined): ComponentType {
  function Page() {
    const [count, setCount] = useState(0)
    useEffect(effect)
    return (
      <>
        <h1>{title()}</h1>
        <button onClick={() => setCount(count + 1)}>{count}</button>
        <input />
      </>
    )
  }
  signed(Page, hooks)
  register(Page, 'Page')
  return Page
}
const update = () => act(() => new Promise((done) => setTimeout(done)))
const state = () => [screen.queryByText('1')?.textContent, screen.getByRole<HTMLInputElement>('textbox', { hidden: true }).value] // prettier-ignore

test('a new version keeps state and typed text, also after a fixed throw; other hooks reset the page', async () => {
  const quiet = jest.spyOn(console, 'error').mockImplementation(() => undefined)
  const first = version(() => 'one')
  const define = hotRemote('notes', (definition: { pages: Record<string, () => Promise<{ default: ComponentType }>> }) => ({ messages: {}, release: 'notes/1', ...definition })) // prettier-ignore
  const made = define({ pages: { list: async () => ({ default: first }) } })
  const { default: Page = first } = (await made.pages['list']?.()) ?? {}
  render(jsxDEV(Page, {}))
  fireEvent.click(screen.getByRole('button'))
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'typed' } })
  expect(state()).toEqual(['1', 'typed'])

  version(() => 'two')
  await update()
  expect(screen.getByRole('heading')).toHaveTextContent('two')
  expect(state()).toEqual(['1', 'typed'])

  version(() => {
    throw new Error('boom')
  })
  await update()
  expect(screen.getByRole('alert')).toHaveTextContent('boom')
  expect(screen.queryByRole('heading')).not.toBeInTheDocument()
  version(() => 'mended')
  await update()
  expect(screen.getByRole('heading')).toHaveTextContent('mended')
  expect(state()).toEqual(['1', 'typed'])

  // An effect that throws unmounts the page; the next version mounts it again.
  version(
    () => 'three',
    'useState',
    () => {
      throw new Error('in effect')
    },
  )
  await update()
  expect(screen.getByRole('alert')).toHaveTextContent('in effect')
  version(() => 'four')
  await update()
  expect(state()).toEqual([undefined, ''])

  fireEvent.click(screen.getByRole('button'))
  version(() => 'five', 'useState useMemo')
  await update()
  expect(screen.getByRole('heading')).toHaveTextContent('five')
  expect(state()).toEqual([undefined, ''])
  quiet.mockRestore()
})

test('replaces components made with createElement as well', async () => {
  const view = (word: string) => () => <p>{word}</p>
  const first = view('one')
  register(first, 'View')
  render(createElement(first, { key: 'first' }))
  expect(screen.getByText('one')).toBeInTheDocument()
  register(view('two'), 'View')
  await update()
  expect(screen.getByText('two')).toBeInTheDocument()
})
