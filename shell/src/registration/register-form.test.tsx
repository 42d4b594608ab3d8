import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { paths } from '@helioport/contract'
import { speakEnglish } from '../app/portal.fixture.tsx'
import { Providers } from '../app/providers.tsx'
import { addAccountMessages } from './account-messages.ts'
import { RegisterForm } from './register-form.tsx'

beforeAll(async () => {
  await speakEnglish()
  await addAccountMessages()
})

test.each([
  [undefined, ''],
  ['carol+sun@example.net', 'carol+sun@example.net'],
])('the form is filled with the address of the link: %s', (email, shown) => {
  render(
    <Providers>
      <MemoryRouter initialEntries={[paths.register(email)]}>
        <RegisterForm onDone={() => {}} />
      </MemoryRouter>
    </Providers>,
  )
  expect(screen.getByLabelText('Email')).toHaveValue(shown)
})
