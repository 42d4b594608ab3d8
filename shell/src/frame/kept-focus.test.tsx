import { act, render, screen } from '@testing-library/react'
import { useEffect, useRef, useState } from 'react'
import { keepFocusIn } from './kept-focus.ts'

let page: { setRows: (rows: string[]) => void; setForm: (isOpen: boolean) => void; setBusy: (isBusy: boolean) => void }

function Page() {
  const main = useRef<HTMLElement>(null)
  const [rows, setRows] = useState(['A', 'B'])
  const [isOpen, setForm] = useState(false)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    page = { setRows, setForm, setBusy }
  }, [])
  useEffect(() => (main.current === null ? undefined : keepFocusIn(main.current)), [])
  return (
    <main ref={main} tabIndex={-1}>
      <a href="#/elsewhere">Elsewhere</a>
      <section>
        <h2>Keys</h2>
        <ul>
          {rows.map((row) => (
            <li key={row}>
              <button type="button" disabled={isBusy}>{`Remove ${row}`}</button>
            </li>
          ))}
        </ul>
        {isOpen ? (
          <form>
            <label>
              Name <input />
            </label>
            <button type="button">Save</button>
          </form>
        ) : (
          <button type="button">Add</button>
        )}
      </section>
    </main>
  )
}

const button = (name: string) => screen.getByRole('button', { name })
const frame = () => act(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
const has = () => document.activeElement

beforeEach(() => {
  location.hash = '#/setting/security'
  render(<Page />)
})

test('a form that takes the place of a button has the focus in its first field, the button has it back afterwards', async () => {
  button('Add').focus()
  act(() => page.setForm(true))
  await frame()
  expect(has()).toBe(screen.getByLabelText('Name'))
  button('Save').focus()
  act(() => page.setForm(false))
  await frame()
  expect(has()).toBe(button('Add'))
})

test('a film that plays in the place of its button has the focus, so that the keys stop it', async () => {
  const film = document.createElement('video')
  film.controls = true
  // As browsers do by default.
  film.tabIndex = -1
  const add = button('Add')
  add.focus()
  add.replaceWith(film)
  await frame()
  expect(has()).toBe(film)
  film.replaceWith(add)
})

test('where a row is gone, the nearest that is left has the focus; behind the last one, what is around', async () => {
  button('Remove B').focus()
  act(() => page.setRows(['A']))
  await frame()
  expect(has()).toBe(button('Remove A'))
  act(() => page.setRows([]))
  await frame()
  expect(has()).toBe(button('Add'))
})

test('a button that was out of use while its request ran has the focus again', async () => {
  button('Remove A').focus()
  act(() => page.setBusy(true))
  button('Remove A').blur()
  act(() => page.setBusy(false))
  await frame()
  expect(has()).toBe(button('Remove A'))
})

test('who clicked beside everything, or is in a field elsewhere, is left alone', async () => {
  button('Remove B').focus()
  button('Remove B').blur()
  await act(() => new Promise((done) => setTimeout(done)))
  act(() => page.setRows(['A']))
  await frame()
  expect(has()).toBe(document.body)
  button('Add').focus()
  act(() => page.setRows([]))
  await frame()
  expect(has()).toBe(button('Add'))
})

test('on the way to another page nothing of it is taken for what was there', async () => {
  button('Remove B').focus()
  location.hash = '#/account'
  act(() => page.setRows(['C']))
  await frame()
  expect(has()).toBe(screen.getByRole('main'))
})
