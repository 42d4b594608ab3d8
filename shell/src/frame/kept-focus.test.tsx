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

test('a form that replaces a button gets the focus in its first field, and returns it to the button', async () => {
  button('Add').focus()
  act(() => page.setForm(true))
  await frame()
  expect(has()).toBe(screen.getByLabelText('Name'))
  button('Save').focus()
  act(() => page.setForm(false))
  await frame()
  expect(has()).toBe(button('Add'))
})

test('a video that replaces its button gets the focus', async () => {
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

test('when a row is removed the nearest remaining row gets the focus, else the nearest control', async () => {
  button('Remove B').focus()
  act(() => page.setRows(['A']))
  await frame()
  expect(has()).toBe(button('Remove A'))
  act(() => page.setRows([]))
  await frame()
  expect(has()).toBe(button('Add'))
})

test('a button disabled during its request gets the focus back', async () => {
  button('Remove A').focus()
  act(() => page.setBusy(true))
  button('Remove A').blur()
  act(() => page.setBusy(false))
  await frame()
  expect(has()).toBe(button('Remove A'))
})

test('the focus stays after a click outside, and when it is in another field', async () => {
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

test('on a navigation the focus moves to the main element, not to a similar control', async () => {
  button('Remove B').focus()
  location.hash = '#/account'
  act(() => page.setRows(['C']))
  await frame()
  expect(has()).toBe(screen.getByRole('main'))
})
