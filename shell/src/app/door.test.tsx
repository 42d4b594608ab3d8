import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { paths } from '@helioport/contract'
import { changeLocale } from '@helioport/i18n'
import { sessionStore } from '@helioport/session'
import { createConnectionWatch } from '../connection/connection-watch.ts'
import { enterDoor } from './door-address.ts'
import { Door } from './door.tsx'
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
      <Door load={load} connection={connection} />
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
  it.each(['#/', '#', '#/login'])('is what %s leads to who is not signed in', (hash) => {
    expect(doorAt(hash).entered).toBe(true)
    expect(location.hash).toBe(`#${paths.login()}`)
    expect(screen.getByLabelText('Account')).toHaveFocus()
  })

  it.each(['#/station/list', '#/login/register', '#/login/indexes'])('is not what %s leads to', (hash) => {
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

  it('goes to the page that was asked for, once somebody is signed in', async () => {
    doorAt('#/login/index?from=%2Frecord%3Fpage%3D2')
    await act(async () => signedInAs('visitor'))
    expect(await screen.findByText('the portal at #/record?page=2')).toBeVisible()
    expect(sessionStore.getState().state).toBe('in')
  })

  it('is left for another address', async () => {
    doorAt('#/login/index')
    location.hash = '#/login/forget'
    expect(await screen.findByText('the portal at #/login/forget')).toBeVisible()
  })

  it('says that the portal did not come, and asks again where that was ahead of time', async () => {
    const { asked } = doorAt('#/login/index', 1)
    fireEvent.input(screen.getByLabelText('Account'), { target: { value: 'a' } })
    await waitFor(() => expect(asked()).toBe(1))
    await act(async () => undefined)
    await act(async () => signedInAs('visitor'))
    expect(await screen.findByText('the portal at #/')).toBeVisible()
  })

  it('offers to load the page anew where the portal cannot be had', async () => {
    doorAt('#/login/index', 9)
    await act(async () => signedInAs('visitor'))
    expect(await screen.findByRole('button', { name: 'Load again' })).toBeVisible()
  })
})
