import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ComboField } from '../form/combo-field.tsx'
import { Confirm } from './confirm.tsx'
import { Modal } from './dialog.tsx'
import { toast, Toasts } from './toast.tsx'
import { Tooltip } from './tooltip.tsx'

// jsdom has the element but not its methods; the real ones are used in the browser tests.
const prototype = HTMLDialogElement.prototype
prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
}
prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false
}

afterEach(cleanup)

test('a modal has a name, closes by its button and by Escape, and is absent when closed', async () => {
  let closed = 0
  const modal = (open: boolean) => (
    <Modal open={open} title="Share plant" onClose={() => (closed += 1)} closeLabel="Close">
      <p>Who may see it?</p>
    </Modal>
  )
  const { rerender } = render(modal(false))
  expect(screen.queryByText('Who may see it?')).toBeNull()
  rerender(modal(true))
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Share plant' })
  expect(dialog.open).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  act(() => void dialog.dispatchEvent(new Event('cancel', { cancelable: true })))
  expect(closed).toBe(2)
  expect(document.documentElement.style.overflow).toBe('hidden')
  rerender(modal(false))
  expect(document.documentElement.style.overflow).toBe('')
})

test('closing a dialog returns the focus to its opener', async () => {
  const page = (open: boolean) => (
    <>
      <button type="button">Share</button>
      <Modal open={open} title="Share plant" onClose={() => undefined} closeLabel="Close">
        <p>Who may see it?</p>
      </Modal>
    </>
  )
  const { rerender } = render(page(false))
  screen.getByRole('button', { name: 'Share' }).focus()
  rerender(page(true))
  screen.getByRole('button', { name: 'Close' }).focus()
  rerender(page(false))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Share' }))
})

test('when the opener is gone the focus goes to the nearest remaining control', () => {
  const page = (open: boolean, rows: readonly string[]) => (
    <>
      <button type="button">Add</button>
      <div>
        <button type="button">Filter</button>
        <ul>
          {rows.map((row) => (
            <li key={row}>
              <button type="button">Delete {row}</button>
            </li>
          ))}
        </ul>
      </div>
      <Modal open={open} title="Delete?" onClose={() => undefined} closeLabel="Close">
        <p>It goes.</p>
      </Modal>
    </>
  )
  const { rerender } = render(page(false, ['A', 'B']))
  screen.getByRole('button', { name: 'Delete B' }).focus()
  rerender(page(true, ['A', 'B']))
  screen.getByRole('button', { name: 'Close' }).focus()
  rerender(page(false, ['A']))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete A' }))
  rerender(page(true, ['A']))
  screen.getByRole('button', { name: 'Close' }).focus()
  rerender(page(false, []))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filter' }))
})

test('a dialog that replaced another returns the focus to the first one’s opener', () => {
  const modal = (title: string, open: boolean) => (
    <Modal open={open} title={title} onClose={() => undefined} closeLabel={`Close ${title}`}>
      <p>{title}</p>
    </Modal>
  )
  const page = (first: boolean, second: boolean, isBusy = false) => (
    <>
      <button type="button">Elsewhere</button>
      <div>
        <button type="button" disabled={isBusy}>
          Share
        </button>
      </div>
      {modal('Ask', first)}
      {modal('Prove', second)}
    </>
  )
  const { rerender } = render(page(false, false))
  const share = screen.getByRole('button', { name: 'Share' })
  share.focus()
  rerender(page(true, false))
  screen.getByRole('button', { name: 'Close Ask' }).focus()
  rerender(page(false, true, true))
  screen.getByRole('button', { name: 'Close Prove' }).focus()
  rerender(page(false, false))
  expect(document.activeElement).toBe(share)
})

test('a confirmation ignores a second click while it is busy', async () => {
  const done: string[] = []
  const confirm = (busy: boolean) => (
    <Confirm
      open
      title="Delete plant?"
      text="Its history goes too."
      confirmLabel="Delete plant"
      cancelLabel="Keep it"
      danger
      busy={busy}
      onConfirm={() => done.push('deleted')}
      onCancel={() => done.push('kept')}
    />
  )
  const { rerender } = render(confirm(false))
  await userEvent.click(screen.getByRole('button', { name: 'Keep it' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete plant' }))
  rerender(confirm(true))
  await userEvent.click(screen.getByRole('button', { name: 'Delete plant' }))
  expect(done).toEqual(['kept', 'deleted'])
})

test('a tooltip appears on focus, describes its control, and hides on Escape', async () => {
  render(
    <Tooltip text="Array ratio">
      <button type="button">RA</button>
    </Tooltip>,
  )
  await userEvent.tab()
  const tip = await screen.findByRole('tooltip')
  expect(tip.textContent).toBe('Array ratio')
  expect(screen.getByRole('button').getAttribute('aria-describedby')).toBe(tip.id)
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('tooltip')).toBeNull()
  expect(screen.getByRole('button').hasAttribute('aria-describedby')).toBe(false)
})

test('a tooltip stays while the pointer is on its text, and hides afterwards', async () => {
  jest.useFakeTimers()
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime })
  render(
    <Tooltip text="Array ratio">
      <button type="button">RA</button>
    </Tooltip>,
  )
  await user.hover(screen.getByRole('button'))
  const tip = await screen.findByRole('tooltip')
  await user.hover(tip)
  act(() => void jest.advanceTimersByTime(2000))
  expect(screen.getByRole('tooltip')).toBe(tip)
  await user.unhover(tip)
  act(() => void jest.advanceTimersByTime(2000))
  expect(screen.queryByRole('tooltip')).toBeNull()
  jest.useRealTimers()
})

test('a list opened in a dialog is inside that dialog', async () => {
  const nothing = () => {}
  render(
    <Modal open title="Zone" onClose={nothing} closeLabel="Close">
      <ComboField
        name="zone"
        value=""
        onChange={nothing}
        onLeave={nothing}
        error={undefined}
        disabled={false}
        label="Time zone"
        options={[{ value: 'UTC', label: 'UTC' }]}
        noMatch="None"
      />
    </Modal>,
  )
  await userEvent.click(await screen.findByRole('combobox', { name: 'Time zone' }))
  const list = await screen.findByRole('listbox')
  expect(screen.getByRole('dialog').contains(list)).toBe(true)
})

describe('toasts', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  test('at most three are shown, the oldest leaves first; good ones leave sooner than bad ones', () => {
    render(<Toasts closeLabel="Close" />)
    const texts = () => [...screen.getByRole('status').querySelectorAll('div > span')].map((span) => span.textContent)
    act(() => {
      for (const text of ['one', 'two', 'three']) toast({ tone: 'good', text })
      toast({ tone: 'bad', text: 'four' })
    })
    expect(texts()).toEqual(['two', 'three', 'four'])
    act(() => void jest.advanceTimersByTime(4500))
    expect(texts()).toEqual(['four'])
    act(() => void jest.advanceTimersByTime(6000))
    expect(texts()).toEqual([])
  })
})
