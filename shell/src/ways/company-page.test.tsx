import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import * as client from '@helioport/api-client'
import { speakEnglish } from '../app/portal.fixture.tsx'
import { Providers } from '../app/providers.tsx'
import { CompanyPage } from './company-page.tsx'
import { addWaysMessages } from './ways-messages.ts'

jest.mock('@helioport/api-client', () => ({ ...jest.requireActual<object>('@helioport/api-client'), call: jest.fn() }))
const call = client.call as jest.Mock<Promise<unknown>, [string, { body?: unknown }?]>

beforeAll(async () => {
  await speakEnglish()
  await addWaysMessages()
})

/** A company whose person comes for the first time; `refusals`: the refusal of each attempt to complete the sign-in. */
async function comeBack(refusals: string[]) {
  const ends: unknown[] = []
  call.mockImplementation(async (name, { body } = {}) => {
    if (name === 'GET /session/openid') return { data: { title: 'Acme', needsPassword: true } }
    ends.push(body)
    throw new client.ApiError((refusals.shift() ?? 'openid.ended') as 'openid.ended', 401, '')
  })
  render(
    <Providers>
      <MemoryRouter initialEntries={['/login/company']}>
        <CompanyPage />
      </MemoryRouter>
    </Providers>,
  )
  await act(async () => {})
  return { ends, user: userEvent.setup() }
}

test('a missing field gets the focus, and a wrong password is selected', async () => {
  const { user } = await comeBack(['session.wrongCredentials'])
  const password = screen.getByLabelText<HTMLInputElement>('Password')
  expect(password).toHaveFocus()
  await user.type(password, 'wrong{Enter}')
  expect(screen.getByText(/^Password error/)).toBeInTheDocument()
  expect(password).toHaveFocus()
  expect([password.selectionStart, password.selectionEnd]).toEqual([0, 5])
})

test('a recovery code may be typed with spaces and dashes', async () => {
  const { ends, user } = await comeBack(['session.codeRequired', 'session.wrongCode'])
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
  const code = screen.getByLabelText(/^Code/)
  expect(code).toHaveFocus()
  await user.type(code, ' abcd-efgh 1234 {Enter}')
  expect(ends).toEqual([{ password: 'secret' }, { password: 'secret', code: 'abcdefgh1234' }])
})
