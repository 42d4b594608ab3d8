import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { changeLocale } from '@helioport/i18n'
import type { Place } from '@helioport/federation/remote'
import { loadedPage, type Person, portalAt, signedInAs, sourceOf, speakEnglish } from '../app/portal.fixture.tsx'
import { office, plants } from './manifest.fixture.ts'

const PlantList = () => <h1>All plants</h1>

const pages = {
  'plants list': async () => ({ ...(await loadedPage(null)()), component: PlantList }),
  'plants detail': loadedPage(<h1>One plant</h1>),
  'plants screen': loadedPage(<h1>Big screen</h1>),
  'office people': loadedPage(<h1>People</h1>),
  'office bills': loadedPage(<h1>Bills</h1>),
  'office notes': loadedPage(<h1>Notes page</h1>),
}

function open(path: string, person: Person) {
  signedInAs(person)
  const { source, asked, prefetched } = sourceOf(pages)
  const portal = portalAt(path, [plants, office], source)
  render(portal.shown)
  return { ...portal, asked, prefetched }
}

beforeAll(speakEnglish)
beforeEach(async () => {
  await act(() => changeLocale('en-US'))
})

describe('redirects', () => {
  it('lead from home to the station list', async () => {
    const { address } = open('/', 'admin')
    expect(await screen.findByText('All plants')).toBeVisible()
    expect(address()).toBe('/station/list')
  })

  it('lead from /station/detail to its charts and keep the query', async () => {
    const { address } = open('/station/detail?day=2026-11-21', 'admin')
    expect(await screen.findByText('One plant')).toBeVisible()
    expect(address()).toBe('/station/detail/charts?day=2026-11-21')
  })

  it('lead from /login to the sign-in page', async () => {
    const { address } = open('/login', 'nobody')
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(address()).toBe('/login/index')
  })
})

describe('layout', () => {
  it('has header and menu around a page', async () => {
    open('/station/list', 'admin')
    await screen.findByText('All plants')
    expect(screen.getByRole('banner')).toBeVisible()
    expect(screen.getAllByRole('navigation', { name: 'Main menu' })).not.toHaveLength(0)
  })

  it.each(['/screen', '/login/index', '/login/register', '/login/forget'])(
    'has neither header nor menu at %s',
    async (path) => {
      open(path, path === '/screen' ? 'admin' : 'nobody')
      await screen.findByRole('heading')
      expect(screen.queryByRole('navigation', { name: 'Main menu' })).not.toBeInTheDocument()
    },
  )
})

describe('menu', () => {
  const menuTexts = () => {
    const [menu] = screen.getAllByRole('navigation', { name: 'Main menu' })
    if (!menu) throw new Error('no menu')
    return within(menu)
      .getAllByRole('link')
      .map((link) => link.textContent)
  }

  it('shows open entries in the remotes’ order', async () => {
    open('/station/list', 'admin')
    await screen.findByText('All plants')
    expect(menuTexts()).toEqual(['Office', 'Plants', 'Notes'])
  })

  it('hides the entry of a parent all of whose children are closed', async () => {
    open('/station/list', 'visitor')
    await screen.findByText('All plants')
    expect(menuTexts()).toEqual(['Plants', 'Notes'])
  })

  it('marks the current entry', async () => {
    open('/station/detail/charts', 'admin')
    await screen.findByText('One plant')
    const current = screen.getAllByRole('link', { current: 'page' }).map((link) => link.textContent)
    expect(new Set(current)).toEqual(new Set(['Plants']))
  })

  it('prefetches a page while the pointer rests on its entry, not when it passes; does not navigate', async () => {
    jest.useFakeTimers()
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime })
    const places: Place[] = []
    Object.assign(PlantList, { ahead: (place: Place) => places.push(place) })
    const { asked, prefetched, address, go } = open('/notes', 'admin')
    await screen.findByText('Notes page')
    const [entry] = screen.getAllByRole('link', { name: 'Plants' })
    const [other] = screen.getAllByRole('link', { name: 'Notes' })
    if (!entry || !other) throw new Error('no entry')
    // As the portal's links are: their paths follow the #.
    entry.setAttribute('href', '#/station')
    other.setAttribute('href', '#/notes')
    await user.hover(entry)
    await user.hover(other)
    await act(() => jest.advanceTimersByTimeAsync(500))
    expect(prefetched).toEqual([])
    expect(asked).toEqual(['office notes'])

    await user.hover(entry)
    await act(() => jest.advanceTimersByTimeAsync(500))
    expect(asked).toEqual(['office notes', 'plants list'])
    expect(places).toEqual([{ params: {}, search: new URLSearchParams() }])
    expect(address()).toBe('/notes')
    expect(screen.getByText('Notes page')).toBeVisible()

    act(() => void go('/station'))
    expect(screen.getByText('All plants')).toBeVisible()
    jest.useRealTimers()
  })

  it('prefetches no page that the person may not open', async () => {
    jest.useFakeTimers()
    const { asked } = open('/notes', 'visitor')
    await screen.findByText('Notes page')
    const link = document.createElement('a')
    link.href = '#/office/bills'
    document.body.append(link)
    act(() => link.focus())
    await act(() => jest.advanceTimersByTimeAsync(500))
    expect(asked).toEqual(['office notes'])
    link.remove()
    jest.useRealTimers()
  })
})

describe('access', () => {
  it('redirects to the sign-in page without a session, and remembers the page', async () => {
    const { address } = open('/station/detail/charts?day=2026-11-21', 'nobody')
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(new URLSearchParams(address().split('?')[1]).get('from')).toBe('/station/detail/charts?day=2026-11-21')
  })

  it('returns to the remembered page after the sign-in', async () => {
    const { address } = open('/station/detail/charts?day=2026-11-21', 'nobody')
    await screen.findByRole('heading', { name: 'Sign in' })
    act(() => signedInAs('admin'))
    expect(await screen.findByText('One plant')).toBeVisible()
    expect(address()).toBe('/station/detail/charts?day=2026-11-21')
  })

  it('remembers nothing when home was requested', async () => {
    const { address } = open('/', 'nobody')
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(address()).toBe('/login/index')
  })

  it('refuses a foreign return address', async () => {
    const { address } = open('/login/index?from=//evil.example/', 'admin')
    expect(await screen.findByText('All plants')).toBeVisible()
    expect(address()).toBe('/station/list')
  })

  it('shows 403 with a link to home without the required flag', async () => {
    const { asked } = open('/office/bills', 'visitor')
    expect(await screen.findByRole('heading', { name: 'No access' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '#/')
    expect(asked).toEqual([])
  })

  it('redirects to the sign-in page when the session ends', async () => {
    const { address } = open('/station/list', 'admin')
    await screen.findByText('All plants')
    act(() => signedInAs('nobody'))
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(address()).toBe('/login/index')
  })
})

describe('an unknown path', () => {
  it('shows the not-found page with a link to home', async () => {
    open('/nowhere/at/all', 'admin')
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '#/')
  })

  it('is announced like any other page, and so is the next page', async () => {
    const { go } = open('/notes', 'admin')
    await screen.findByText('Notes page')
    const isSaid = async (title: RegExp) =>
      waitFor(() =>
        expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContainEqual(
          expect.stringMatching(title),
        ),
      )
    act(() => void go('/nowhere/at/all'))
    await isSaid(/^Page not found$/)
    act(() => void go('/station/list'))
    await isSaid(/^Plant list$/)
  })
})

describe('title', () => {
  it('is the route’s title in the chosen language', async () => {
    open('/station/list', 'admin')
    await waitFor(() => expect(document.title).toBe('Plant list · Helioport'))
    await act(() => changeLocale('zh-TW'))
    await waitFor(() => expect(document.title).toBe('Plant list 繁 · Helioport'))
  })

  it('is "No access" on a refused page', async () => {
    open('/office/bills', 'visitor')
    await waitFor(() => expect(document.title).toBe('No access · Helioport'))
  })
})

describe('language', () => {
  it('sets the direction of the document for a right-to-left language', async () => {
    open('/station/list', 'admin')
    await screen.findByText('All plants')
    await userEvent.click(screen.getByRole('button', { name: /^Language/ }))
    await userEvent.click(screen.getByRole('menuitemradio', { name: /עברית/ }))
    await waitFor(() => expect(document.documentElement).toHaveAttribute('dir', 'rtl'))
    // The texts are English.
    expect(document.documentElement).toHaveAttribute('lang', 'en-US')
    expect(localStorage.getItem('preferences')).toContain('"locale":"he"')
  })
})
