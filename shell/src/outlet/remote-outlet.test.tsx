import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { RemotePageFault } from '@helioport/federation/host'
import { ErrorOnPurpose } from '@helioport/federation/remote'
import { loadedPage, portalAt, signedInAs, sourceOf, speakEnglish } from '../app/portal.fixture.tsx'
import { office, plants } from '../routing/manifest.fixture.ts'

const fault = (kind: RemotePageFault['fault']): RemotePageFault => ({
  ok: false,
  fault: kind,
  detail: 'the test says so',
  remote: 'plants',
  release: '2.1.0-aaaaaaaaaaaa',
  owner: plants.owner,
  title: plants.title,
  quarantined: false,
})

beforeAll(speakEnglish)
beforeEach(() => signedInAs('admin'))

describe('a remote’s page', () => {
  it('shows a skeleton while it loads', async () => {
    let arrive: (value: Awaited<ReturnType<ReturnType<typeof loadedPage>>>) => void = () => undefined
    const waiting = new Promise<Awaited<ReturnType<ReturnType<typeof loadedPage>>>>((resolve) => {
      arrive = resolve
    })
    const { source } = sourceOf({ 'plants list': () => waiting })
    render(portalAt('/station/list', [plants], source).shown)
    expect(screen.getByText('Loading Plant list')).toBeInTheDocument()
    await act(async () => arrive(await loadedPage('All plants')()))
    expect(screen.getByText('All plants')).toBeVisible()
    expect(screen.queryByText('Loading Plant list')).not.toBeInTheDocument()
  })

  it('that fails to load shows a card with area, owner, reason and version; other areas work', async () => {
    const { source } = sourceOf({
      'plants list': async () => fault('missing'),
      'office notes': loadedPage('Notes page'),
    })
    render(portalAt('/station/list', [plants, office], source).shown)
    expect(await screen.findByRole('heading', { name: 'Plants could not be loaded' })).toBeVisible()
    expect(screen.getByText('plants team')).toBeVisible()
    expect(screen.getByText('2.1.0-aaaaaaaaaaaa')).toBeVisible()
    expect(screen.getByText('A file of this area is not on the release host.')).toBeVisible()
    const [notes] = screen.getAllByRole('link', { name: 'Notes' })
    if (!notes) throw new Error('no menu entry')
    await userEvent.click(notes)
    expect(await screen.findByText('Notes page')).toBeVisible()
  })

  it('is requested again by the button of the card', async () => {
    const answers = [async () => fault('network'), loadedPage('All plants')]
    const { source, asked } = sourceOf({ 'plants list': () => (answers.shift() ?? loadedPage('too often'))() })
    render(portalAt('/station/list', [plants], source).shown)
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('All plants')).toBeVisible()
    expect(asked).toEqual(['plants list', 'plants list again'])
  })

  it('that was shown before appears at once, and stays when a new request fails', async () => {
    const answers = [loadedPage('All plants'), async () => fault('network')]
    const { source } = sourceOf({
      'plants list': () => (answers.shift() ?? loadedPage('too often'))(),
      'office notes': loadedPage('Notes page'),
    })
    const { shown, go } = portalAt('/station/list', [plants, office], source)
    render(shown)
    await screen.findByText('All plants')
    act(() => void go('/notes'))
    await screen.findByText('Notes page')
    act(() => void go('/station/list'))
    expect(screen.getByText('All plants')).toBeVisible()
    await act(async () => undefined)
    expect(screen.getByText('All plants')).toBeVisible()
  })
})

describe('a crash while rendering', () => {
  it('shows a card in place of the page, is reported, and can be retried', async () => {
    // React reports a caught error to the console; here it is expected.
    const quiet = jest.spyOn(console, 'error').mockImplementation(() => undefined)
    let broken = true
    function Page() {
      if (broken) throw new Error('boom')
      return <p>All plants</p>
    }
    const { source, crashed } = sourceOf({ 'plants list': loadedPage(<Page />) })
    render(portalAt('/station/list', [plants], source).shown)
    expect(await screen.findByRole('heading', { name: 'Plants stopped working' })).toBeVisible()
    expect(screen.getByRole('banner')).toBeVisible()
    expect(crashed).toEqual(['plants 1.0.0-0123456789ab render'])
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('All plants')).toBeVisible()
    quiet.mockRestore()
  })

  it('raised on purpose is shown, is not reported against the release, and can be retried', async () => {
    const quiet = jest.spyOn(console, 'error').mockImplementation(() => undefined)
    let broken = true
    function Page() {
      if (broken) throw new ErrorOnPurpose()
      return <p>All plants</p>
    }
    const { source, crashed } = sourceOf({ 'plants list': loadedPage(<Page />) })
    render(portalAt('/station/list', [plants], source).shown)
    expect(await screen.findByText(/Raised on purpose/)).toBeVisible()
    expect(screen.getByRole('banner')).toBeVisible()
    expect(crashed).toEqual([])
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('All plants')).toBeVisible()
    quiet.mockRestore()
  })
})
