import { render, screen } from '@testing-library/react'
import { IndexFault } from '../app/portal.tsx'
import { Providers } from '../app/providers.tsx'
import { speakEnglish } from '../app/portal.fixture.tsx'
import { ErrorPage } from './error-page.tsx'

beforeAll(speakEnglish)

describe('ErrorPage', () => {
  it.each([
    [403, 'No access', 'Sorry, you do not have permission to open this page.'],
    [404, 'Page not found', 'Sorry, the page you asked for does not exist.'],
    [500, 'Something went wrong', 'Sorry, the server made a mistake. Go back to home, or load the page again.'],
  ] as const)('%d shows its text and a link to home', (status, title, text) => {
    render(
      <Providers>
        <ErrorPage status={status} />
      </Providers>,
    )
    expect(screen.getByRole('heading', { name: title })).toBeVisible()
    expect(screen.getByText(text)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '#/')
  })
})

describe('IndexFault', () => {
  it.each([
    ['signature', false, /no valid signature/],
    ['clock of the device', true, /^By the clock of this device .* has expired/],
  ])('explains an index refused for its %s, and offers to reload the page', (_, isExpired, text) => {
    render(
      <Providers>
        <IndexFault isExpired={isExpired} />
      </Providers>,
    )
    expect(screen.getByText(text)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Load again' })).toBeVisible()
  })
})
