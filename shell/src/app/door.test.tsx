import { act, fireEvent, render, screen } from '@testing-library/react'
import { paths } from '@helioport/contract'
import { changeLocale } from '@helioport/i18n'
import { sessionStore } from '@helioport/session'
import { createConnectionWatch } from '../connection/connection-watch.ts'
import { enterDoor } from './door-address.ts'
import { Door } from './door.tsx'
import { SignInPage } from '../sign-in/sign-in-page.tsx'
import { signedInAs, speakEnglish } from './portal.fixture.tsx'
import { Providers } from './providers.tsx'

const connection = createConnectionWatch({ ask: async () => undefined, isOnline: () => true })

function doorAt(hash: string, failures = 0) {
  history.replaceState(null, '', hash)
  const entered = enterDoor()
  let asked = 0
  const load = async () => {
    asked += 1
    if (asked <= failures) throw new Error('no network')
    return { openPortal: async () => <p>the portal at {location.hash}</p> }
  }
  render(
    <Providers>
      <Door Page={SignInPage} load={load} connection={connection} />
    </Providers>,
  )
  return { entered, asked: () => asked }
}

beforeAll(speakEnglish)
beforeEach(async () => {
  await act(() => changeLocale('en-US'))
  signedInAs('nobody')
})

describe('the sign-in page before the portal', () => {
  it.each(['#/', '#', '#/login'])('opens at %s for a visitor who is not signed in', (hash) => {
    expect(doorAt(hash).entered).toBe(true)
    expect(location.hash).toBe(`#${paths.login()}`)
    expect(screen.getByLabelText('Account')).toHaveFocus()
  })

  it.each(['#/station/list', '#/login/register', '#/login/indexes'])('does not open at %s', (hash) => {
    history.replaceState(null, '', hash)
    expect(enterDoor()).toBe(false)
    expect(location.hash).toBe(hash)
  })

  it('fetches the portal once, when something is typed', async () => {
    const { asked } = doorAt('#/login/index')
    expect(asked()).toBe(0)
    fireEvent.input(screen.getByLabelText('Account'), { target: { value: 'a' } })
    fireEvent.input(screen.getByLabelText('Account'), { target: { value: 'ad' } })
    expect(asked()).toBe(1)
    await act(async () => signedInAs('visitor'))
    expect(asked()).toBe(1)
  })

  it('opens the requested page after the sign-in', async () => {
    doorAt('#/login/index?from=%2Frecord%3Fpage%3D2')
    await act(async () => signedInAs('visitor'))
    expect(await screen.findByText('the portal at #/record?page=2')).toBeVisible()
    expect(sessionStore.getState().state).toBe('in')
  })

  it('gives way to the portal at another address', async () => {
    doorAt('#/login/index')
    location.hash = '#/login/forget'
    expect(await screen.findByText('the portal at #/login/forget')).toBeVisible()
  })

  it('retries a failed fetch once, then shows the failure; signing in fetches again', async () => {
    const { asked } = doorAt('#/login/index', 2)
    fireEvent.input(screen.getByLabelText('Account'), { target: { value: 'a' } })
    expect(await screen.findByText(/^The rest of the portal did not come/)).toBeVisible()
    expect(asked()).toBe(2)
    await act(async () => signedInAs('visitor'))
    expect(await screen.findByText('the portal at #/')).toBeVisible()
  })

  it.each([
    ['nothing is typed', '', 1],
    ['something is typed', 'a', 0],
  ])(
    'reports a failed fetch to the shell guard, which loads the next shell only without input: %s',
    async (_, value, taken) => {
      const [tell, next] = [jest.fn(async () => undefined), jest.fn()]
      Reflect.set(globalThis, Symbol.for('helioport.shell-guard'), { tell, next })
      doorAt('#/login/index', 9)
      const account = screen.getByLabelText('Account')
      fireEvent.input(account, { target: { value: 'a' } })
      fireEvent.input(account, { target: { value } })
      const button = await screen.findByRole('button', { name: 'Load again' })
      expect([tell.mock.calls.length, next.mock.calls.length]).toEqual([1, taken])
      fireEvent.click(button)
      expect(next).toHaveBeenCalledTimes(taken + 1)
      Reflect.deleteProperty(globalThis, Symbol.for('helioport.shell-guard'))
    },
  )

  it('offers to reload the page when the portal cannot be loaded', async () => {
    doorAt('#/login/index', 9)
    await act(async () => signedInAs('visitor'))
    expect(await screen.findByRole('button', { name: 'Load again' })).toBeVisible()
  })
})
