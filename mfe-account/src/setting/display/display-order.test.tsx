import { useState } from 'react'
import type { InfoItem } from '@helioport/contract'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import enUS from '../../messages/en-US.ts'
import { DisplayOrder } from './display-order.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('account', 'en-US', enUS)
})

function Shown() {
  const [shown, setShown] = useState<readonly InfoItem[]>(['powerNow', 'energyToday', 'incomeTotal'])
  return <DisplayOrder shown={shown} onChange={setShown} disabled={false} />
}

const order = () =>
  within(screen.getByRole('list', { name: 'Shown, in this order' }))
    .getAllByRole('checkbox')
    .map((box) => box.getAttribute('name'))
const handle = (name: string) => screen.getByRole('button', { name: `Move ${name}` })

test('keys reorder the figures, and each step is announced', async () => {
  render(<Shown />)
  handle('Total income').focus()
  await userEvent.keyboard('{ArrowUp}')
  expect(order()).toEqual(['powerNow', 'incomeTotal', 'energyToday'])
  expect(screen.getByRole('status')).toHaveTextContent('Total income: place 2 of 3')
  await userEvent.keyboard('{Home}')
  expect(order()).toEqual(['incomeTotal', 'powerNow', 'energyToday'])
  await userEvent.keyboard('{ArrowUp}')
  expect(order()[0]).toBe('incomeTotal')
  expect(screen.getByRole('status')).toHaveTextContent('Total income: place 1 of 3')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Trees planted, equivalent' }))
  expect(order()).toEqual(['incomeTotal', 'powerNow', 'energyToday', 'treesPlanted'])
  expect(screen.getByRole('status')).toHaveTextContent('Trees planted, equivalent is shown, at place 4 of 4')
})

test('a figure is dragged to the pointer’s place; Escape moves it back', () => {
  render(<Shown />)
  const list = screen.getByRole('list', { name: 'Shown, in this order' })
  for (const row of list.children)
    row.getBoundingClientRect = () => {
      const place = [...list.children].indexOf(row)
      return { top: place * 44, height: 44 } as DOMRect
    }
  const grip = handle('Power now')
  // jsdom has no PointerEvent.
  const point = (type: string, clientY: number) =>
    fireEvent(grip, new MouseEvent(type, { bubbles: true, button: 0, clientY }))
  point('pointerdown', 22)
  point('pointermove', 120)
  expect(order()).toEqual(['energyToday', 'incomeTotal', 'powerNow'])
  fireEvent.keyDown(grip, { key: 'Escape' })
  expect(order()).toEqual(['powerNow', 'energyToday', 'incomeTotal'])
  point('pointermove', 120)
  expect(order()).toEqual(['powerNow', 'energyToday', 'incomeTotal'])
})
