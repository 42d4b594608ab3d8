import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Button } from './button.tsx'
import { isIconName } from './icon.tsx'
import { Menu } from './menu.tsx'
import { ErrorState } from './state.tsx'
import { Segmented, Tabs } from './tabs.tsx'
import { UiProvider, useUi, type ThemeChoice } from './ui-provider.tsx'

afterEach(cleanup)

test('a busy button ignores clicks and submits nothing', async () => {
  let clicks = 0
  let submits = 0
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submits += 1
      }}
    >
      <Button type="submit" busy onClick={() => (clicks += 1)}>
        Save
      </Button>
    </form>,
  )
  const button = screen.getByRole('button', { name: 'Save' })
  await userEvent.click(button)
  expect([clicks, submits]).toEqual([0, 0])
  expect(button.getAttribute('aria-busy')).toBe('true')
})

test('accepts only names of existing icons', () => {
  expect(['grid', 'toString', 'constructor', 'none'].map(isIconName)).toEqual([true, false, false, false])
})

function Choice({ dir }: { dir: 'ltr' | 'rtl' }) {
  const [value, setValue] = useState<'a' | 'b' | 'c'>('a')
  return (
    <UiProvider theme="light" dir={dir} locale="en-US">
      <Segmented
        label="Status"
        value={value}
        onChange={setValue}
        options={[
          { value: 'a', label: 'All', count: '7' },
          { value: 'b', label: 'Normal' },
          { value: 'c', label: 'Fault' },
        ]}
      />
    </UiProvider>
  )
}

const chosen = () => screen.getAllByRole('radio').find((radio) => radio.getAttribute('aria-checked') === 'true')

test('a segmented choice reacts to clicks, wraps with arrow keys, and is one Tab stop', async () => {
  render(<Choice dir="ltr" />)
  await userEvent.click(screen.getByRole('radio', { name: 'Normal' }))
  expect(chosen()?.textContent).toBe('Normal')
  const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key })
  press('ArrowRight')
  expect(chosen()?.textContent).toBe('Fault')
  expect(document.activeElement).toBe(chosen())
  press('ArrowRight')
  expect(chosen()?.textContent).toBe('All7')
  expect(screen.getAllByRole('radio').filter((radio) => radio.tabIndex === 0)).toHaveLength(1)
})

test('in a right-to-left layout the left arrow moves forward', () => {
  render(<Choice dir="rtl" />)
  chosen()?.focus()
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowLeft' })
  expect(chosen()?.textContent).toBe('Normal')
})

test('tabs with an href are links; the current one is marked', () => {
  render(
    <Tabs
      label="Plant"
      active="charts"
      items={[
        { key: 'charts', label: 'Charts', href: '#/charts' },
        { key: 'alarms', label: 'Alarms', href: '#/alarms', count: '3' },
      ]}
    />,
  )
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Charts')
  expect(screen.getByRole('link', { name: /Alarms/ }).getAttribute('href')).toBe('#/alarms')
})

test('a menu opens on its selected entry, moves by arrow keys, acts and returns the focus', async () => {
  const done: string[] = []
  render(
    <Menu
      label="Language"
      trigger="zh"
      items={[
        { key: 'en', label: 'English', selected: false, onSelect: () => done.push('en') },
        { key: 'zh', label: '简体中文', selected: true, onSelect: () => done.push('zh') },
      ]}
    />,
  )
  const trigger = screen.getByRole('button', { name: 'Language' })
  await userEvent.click(trigger)
  expect(document.activeElement?.textContent).toBe('简体中文')
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('English')
  await userEvent.keyboard('{Enter}')
  expect(done).toEqual(['en'])
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(trigger)
  await userEvent.click(trigger)
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
})

test('a menu at the end of a page opens above its button', async () => {
  const rest = jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(300)
  const place = jest.spyOn(Element.prototype, 'getBoundingClientRect')
  const at = (top: number) => place.mockReturnValue(new DOMRect(0, top, 100, 36))
  try {
    at(window.innerHeight - 60)
    render(<Menu label="Values" trigger="+" items={[{ key: 'ac', label: 'AC', onSelect: () => {} }]} />)
    const trigger = screen.getByRole('button', { name: 'Values' })
    await userEvent.click(trigger)
    expect(screen.getByRole('menu').parentElement?.dataset['side']).toBe('above')
    await userEvent.keyboard('{Escape}')
    at(100)
    await userEvent.click(trigger)
    expect(screen.getByRole('menu').parentElement?.dataset['side']).toBe('below')
  } finally {
    rest.mockRestore()
    place.mockRestore()
  }
})

test('an error state shows what happened and what still works, and offers a retry', async () => {
  let tries = 0
  render(
    <ErrorState
      title="Could not be loaded"
      detail="No answer"
      stillWorks="The rest works"
      reference="Reference 7f"
      retry={{ label: 'Try again', onRetry: () => (tries += 1) }}
    />,
  )
  expect(screen.getByRole('alert').textContent).toBe('Could not be loadedNo answerThe rest worksTry againReference 7f')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(tries).toBe(1)
})

const Shown = () => <output>{useUi().mode}</output>

test('the theme follows the choice or the system, live; in print it is light', () => {
  let dark = true
  let printed = false
  const listeners = new Set<() => void>()
  jest.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        get matches() {
          return query === 'print' ? printed : dark
        },
        addEventListener: (_: string, listener: () => void) => listeners.add(listener),
        removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
      }) as never,
  )
  const provider = (theme: ThemeChoice) => (
    <UiProvider theme={theme} dir="ltr" locale="en-US">
      <Shown />
    </UiProvider>
  )
  const { rerender, unmount } = render(provider('system'))
  expect(screen.getByRole('status').textContent).toBe('dark')
  expect(document.documentElement.dataset['theme']).toBe('dark')
  const tell = () =>
    act(() => {
      for (const listener of listeners) listener()
    })
  dark = false
  tell()
  expect(screen.getByRole('status').textContent).toBe('light')
  rerender(provider('dark'))
  printed = true
  tell()
  expect(screen.getByRole('status').textContent).toBe('light')
  printed = false
  tell()
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(document.querySelectorAll('#helioport-tokens')).toHaveLength(1)
  unmount()
  expect(listeners.size).toBe(0)
  jest.restoreAllMocks()
})
