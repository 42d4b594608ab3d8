import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ApiError } from '@helioport/api-client'
import { type SessionState, sessionStore } from '@helioport/session'
import { earlyForm } from '../app/early-form.ts'
import { Providers } from '../app/providers.tsx'
import { speakEnglish } from '../app/portal.fixture.tsx'
import { SignInForm } from './sign-in-form.tsx'

function show(signIn: (account: string, password: string, ...code: string[]) => Promise<unknown>) {
  sessionStore.setState({ signIn: signIn as SessionState['signIn'] })
  render(
    <Providers>
      <SignInForm />
    </Providers>,
  )
}

const account = () => screen.getByRole('textbox', { name: 'Account' })
const password = () => screen.getByLabelText('Password')
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Sign in' }))

beforeAll(speakEnglish)

/** The form that the page held before the code, as the boot script shows it, with typed text. */
function typedEarly(at: 'username' | 'password', sent: boolean) {
  document.body.insertAdjacentHTML('beforeend', earlyForm)
  const form = document.querySelector<HTMLFormElement>('#early-form')
  if (!form) throw new Error('there is no early form')
  form.hidden = false
  form.dataset['at'] = at
  if (sent) form.dataset['sent'] = ''
  const [name, secret] = [...form.querySelectorAll('input')]
  if (name) name.value = 'ada'
  if (secret) secret.value = at === 'password' ? 'secret' : ''
  const cursor = at === 'username' ? name : secret
  cursor?.setSelectionRange(2, 2)
}

describe('SignInForm', () => {
  it('continues with text typed before it loaded, and removes the early form', () => {
    typedEarly('username', false)
    show(async () => undefined)
    expect(account()).toHaveValue('ada')
    expect(account()).toHaveFocus()
    expect((account() as HTMLInputElement).selectionStart).toBe(2)
    expect(document.getElementById('early-form')).toBeNull()
  })

  it('sends at once what was submitted before it loaded', async () => {
    typedEarly('password', true)
    const sent: string[][] = []
    show(async (...values) => sent.push(values))
    expect(password()).toHaveFocus()
    await waitFor(() => expect(sent).toEqual([['ada', 'secret']]))
  })

  it('asks for a missing field and sends nothing', async () => {
    const sent: string[] = []
    show(async (name) => sent.push(name))
    await submit()
    expect(account()).toHaveAccessibleDescription('Please enter your account!')
    expect(account()).toHaveFocus()
    await userEvent.type(account(), 'ada')
    expect(account()).not.toHaveAttribute('aria-invalid')
    await submit()
    expect(password()).toHaveAccessibleDescription('Please enter your password!')
    expect(password()).toHaveFocus()
    expect(sent).toEqual([])
  })

  it('trims the account and sends the password as typed', async () => {
    const sent: string[][] = []
    show(async (...values) => sent.push(values))
    await userEvent.type(account(), ' ada ')
    await userEvent.type(password(), ' secret {Enter}')
    expect(sent).toEqual([['ada', ' secret ']])
  })

  it('on session.wrongCredentials keeps the account and selects the password', async () => {
    show(async () => {
      throw new ApiError('session.wrongCredentials', 401)
    })
    await userEvent.type(account(), 'ada')
    await userEvent.type(password(), 'wrong')
    await submit()
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid username or password')
    expect(account()).toHaveValue('ada')
    expect(password()).toHaveFocus()
    const field = password() as HTMLInputElement
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 5])
  })

  it('on session.passkeyRequired asks for a recovery code, and sends it', async () => {
    const sent: string[][] = []
    show(async (...values) => {
      sent.push(values)
      if (values.length < 3) throw new ApiError('session.passkeyRequired', 401)
    })
    await userEvent.type(account(), 'ada')
    await userEvent.type(password(), 'secret')
    await submit()
    expect(await screen.findByRole('alert')).toHaveTextContent('The password alone is not enough')
    await userEvent.type(screen.getByRole('textbox', { name: 'Recovery code' }), ' aaaa – BBBB CCCC – DDDD ')
    expect(screen.queryByRole('button', { name: 'With the app after all' })).toBeNull()
    await submit()
    expect(sent.at(-1)).toEqual(['ada', 'secret', 'aaaaBBBBCCCCDDDD'])
  })

  it('accepts an authenticator code with a space between its halves', async () => {
    const sent: string[][] = []
    show(async (...values) => {
      sent.push(values)
      if (values.length < 3) throw new ApiError('session.codeRequired', 401)
    })
    await userEvent.type(account(), 'ada')
    await userEvent.type(password(), 'secret{Enter}')
    await userEvent.click(await screen.findByRole('textbox', { name: 'Code of your authenticator app' }))
    await userEvent.paste('123 456')
    await submit()
    expect(sent.at(-1)).toEqual(['ada', 'secret', '123456'])
  })

  it('shows and hides the password', async () => {
    show(async () => undefined)
    expect(password()).toHaveAttribute('type', 'password')
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text')
    expect(screen.getByRole('button', { name: 'Hide password' })).toBeVisible()
  })
})
