import { ApiProvider, createQueryClient } from '@helioport/api-client'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { render, screen } from '@testing-library/react'
import enUS from '../messages/en-US.ts'
import { NoCandidates } from './no-candidates.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('functions', 'en-US', enUS)
})

test.each([
  [null, 'No inverters yet. They appear as soon as a data logger of yours reports.'],
  ['main', 'You see the inverters that the main account lets you see: none yet. Ask there.'],
])('explains why there are no inverters: main account %s', (mainAccountId, said) => {
  const client = createQueryClient()
  client.setQueryData(['GET /session'], { data: { mainAccountId } })
  render(
    <ApiProvider client={client}>
      <NoCandidates within="account" onClear={() => undefined} />
    </ApiProvider>,
  )
  expect(screen.getByText(said)).toBeInTheDocument()
})
