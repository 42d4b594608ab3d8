import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { useBlocker, useLocation } from 'react-router-dom'
import { HashNavigation } from './hash-navigation.ts'
import { HashRouter } from './hash-router.tsx'

/** A page that holds every step until the person has decided. */
function Page({ isHolding }: { isHolding: boolean }) {
  const { pathname } = useLocation()
  const blocker = useBlocker(({ nextLocation }) => isHolding && nextLocation.pathname !== pathname)
  return (
    <>
      <output>{`${pathname} ${blocker.state}`}</output>
      <button onClick={() => blocker.proceed?.()}>leave</button>
      <button onClick={() => blocker.reset?.()}>stay</button>
    </>
  )
}

const steps: { hold: (isHolding: boolean) => void } = { hold: () => undefined }

function Tab() {
  const [navigation] = useState(() => new HashNavigation())
  const [isHolding, hold] = useState(false)
  Object.assign(steps, { hold, navigation })
  return (
    <HashRouter navigation={navigation}>
      <Page isHolding={isHolding} />
    </HashRouter>
  )
}

const shown = () => screen.getByRole('status').textContent
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click())
/** A step of the browser ends with its event. */
const arrived = () => act(() => new Promise<void>((done) => window.addEventListener('popstate', () => setTimeout(done), { once: true }))) // prettier-ignore

test('navigates forward, back and to a typed address; a blocker holds each step until decided', async () => {
  window.history.replaceState(null, '', '#/first')
  render(<Tab />)
  const { navigation } = steps as unknown as { navigation: HashNavigation }
  act(() => navigation.push('/second?day=1'))
  expect([shown(), window.location.hash]).toEqual(['/second unblocked', '#/second?day=1'])
  act(() => steps.hold(true))
  act(() => navigation.push('/third'))
  expect([shown(), window.location.hash]).toEqual(['/second blocked', '#/second?day=1'])
  await press('stay')
  expect(shown()).toBe('/second unblocked')

  // Back: the browser shows the step before the person is asked, and it is reverted.
  window.history.back()
  await arrived()
  await arrived()
  expect([shown(), window.location.hash]).toEqual(['/second blocked', '#/second?day=1'])
  await press('leave')
  await arrived()
  expect([shown(), window.location.hash]).toEqual(['/first unblocked', '#/first'])

  act(() => steps.hold(false))
  window.location.hash = '/typed'
  await arrived()
  expect(shown()).toBe('/typed unblocked')

  // A typed address is held like any other step, and its entry stays one step ahead.
  act(() => steps.hold(true))
  window.location.hash = '/other'
  await arrived()
  await arrived()
  expect([shown(), window.location.hash]).toEqual(['/typed blocked', '#/typed'])
  await press('leave')
  await arrived()
  expect([shown(), window.location.hash]).toEqual(['/other unblocked', '#/other'])
  act(() => steps.hold(false))
  window.history.back()
  await arrived()
  expect([shown(), window.location.hash]).toEqual(['/typed unblocked', '#/typed'])
})
