import { ApiProvider, createQueryClient } from '@helioport/api-client'
import type { CommandDetail } from '@helioport/contract'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { fireEvent, render, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { anyCommand } from '../command/any-command.ts'
import enUS from '../messages/en-US.ts'
import { CancelWaiting } from './cancel-waiting.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('functions', 'en-US', enUS)
})

async function toldFor(command: CommandDetail): Promise<unknown> {
  const send = jest.fn(async () => {})
  const { getByRole } = render(
    <ApiProvider client={createQueryClient()}>
      <MemoryRouter>
        <CancelWaiting command={command} sender={{ order: jest.fn(), send, busy: false, refusal: undefined }} />
      </MemoryRouter>
    </ApiProvider>,
  )
  fireEvent.click(getByRole('button'))
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1))
  return (send.mock.calls as unknown[][])[0]?.[1]
}

test('a cancelled setting reports "Cancelled" at once', async () => {
  expect(await toldFor(anyCommand({ cancellable: true }))).toBe('Cancelled')
})

test('a cancelled scan reports nothing yet, because it still has a result', async () => {
  expect(await toldFor(anyCommand({ kind: 'ivScan', cancellable: true }))).toBeUndefined()
})
