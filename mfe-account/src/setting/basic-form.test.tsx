import { ApiProvider, createQueryClient } from '@helioport/api-client'
import type { Account } from '@helioport/contract'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import enUS from '../messages/en-US.ts'
import { anyAccount } from './any-account.ts'
import BasicPage from './basic-page.tsx'
import SettingPage from './setting-page.tsx'

// The router creates a Request for every navigation; jsdom has neither that nor modal dialogs.
globalThis.Request ??= class {
  readonly method = 'GET'
  readonly url: string
  readonly signal: AbortSignal | undefined
  constructor(url: string | URL, init?: RequestInit) {
    this.url = String(url)
    this.signal = init?.signal ?? undefined
  }
} as unknown as typeof Request
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('account', 'en-US', enUS)
})

function openSettings(account: Account = anyAccount()) {
  const client = createQueryClient()
  client.setQueryData(['GET /account'], { data: account })
  client.setQueryData(['GET /account/profile'], { data: { infoItems: [], avatarId: null, logoId: null } })
  const router = createMemoryRouter(
    [
      { path: '/setting/basic', element: <BasicPage /> },
      { path: '/setting/:tabKey', element: <SettingPage /> },
      { path: '*', element: <h1>elsewhere</h1> },
    ],
    { initialEntries: ['/account', '/setting/basic'], initialIndex: 1 },
  )
  render(
    <ApiProvider client={client}>
      <RouterProvider router={router} />
    </ApiProvider>,
  )
  return { user: userEvent.setup(), router }
}

const field = (name: RegExp) => screen.getByRole('textbox', { name })

test('shows the saved account; the email is read-only', () => {
  openSettings(anyAccount({ feedInTariff: -0.05 }))
  expect(field(/Nickname/)).toHaveValue('Lin')
  expect(field(/Feed-in tariff/)).toHaveValue('-0.05')
  expect(field(/Email/)).toHaveValue('lin@example.org')
  expect(field(/Email/)).toHaveAttribute('readonly')
  expect(screen.getAllByRole('option', { name: /^UTC/ })).toHaveLength(18)
  expect(screen.getByRole('button', { name: 'Save settings' })).toBeDisabled()
})

test('shows the error of a field once it is left, not before', async () => {
  const { user } = openSettings()
  await user.type(field(/Phone/), 'call me')
  expect(field(/Phone/)).toHaveAttribute('aria-invalid', 'false')
  await user.tab()
  expect(field(/Phone/)).toHaveAttribute('aria-invalid', 'true')
  expect(screen.getByText(enUS['rule.phone'])).toBeInTheDocument()
  await user.clear(field(/Phone/))
  expect(screen.queryByText(enUS['rule.phone'])).toBeNull()
})

test('counts a tariff of zero as a change, and rejects a text', async () => {
  const { user } = openSettings()
  await user.type(field(/Feed-in tariff/), '0')
  expect(screen.getByText('1 unsaved change')).toBeInTheDocument()
  await user.clear(field(/Feed-in tariff/))
  await user.type(field(/Feed-in tariff/), 'cheap')
  await user.click(screen.getByRole('button', { name: 'Save settings' }))
  expect(field(/Feed-in tariff/)).toHaveAttribute('aria-invalid', 'true')
  expect(screen.getByText(/unsaved change/)).toBeInTheDocument()
})

test('discarding restores the saved values', async () => {
  const { user } = openSettings()
  await user.type(field(/Nickname/), ' Yi')
  await user.type(field(/City/), 'Tainan')
  expect(screen.getByText('2 unsaved changes')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect(field(/Nickname/)).toHaveValue('Lin')
  expect(screen.getByText(enUS.nothingToSave)).toBeInTheDocument()
})

test('asks before leaving with unsaved changes: stay, then leave by the back button', async () => {
  const { user, router } = openSettings()
  await user.type(field(/City/), 'Tainan')
  await act(() => router.navigate('/record'))
  expect(screen.getByRole('alertdialog')).toHaveTextContent(enUS['guard.text'])
  await user.click(screen.getByRole('button', { name: 'Stay on this page' }))
  expect(field(/City/)).toHaveValue('Tainan')
  expect(router.state.location.pathname).toBe('/setting/basic')

  await act(() => router.navigate(-1))
  await user.click(screen.getByRole('button', { name: 'Leave without saving' }))
  expect(router.state.location.pathname).toBe('/account')
})

test('blocks closing the tab only with unsaved changes', async () => {
  const { user } = openSettings()
  const close = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(close()).toBe(false)
  await user.type(field(/City/), 'T')
  expect(close()).toBe(true)
})

test('an unknown tab shows a message with a link to the basic settings', async () => {
  const { router } = openSettings()
  await act(() => router.navigate('/setting/secret'))
  expect(await screen.findByText(enUS['setting.unknown'])).toBeInTheDocument()
  expect(screen.getByRole('link', { name: enUS['setting.toBasic'] })).toHaveAttribute('href', '#/setting/basic')
})
