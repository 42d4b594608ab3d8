import { ApiProvider, createQueryClient } from '@helioport/api-client'
import type { AlarmMails } from '@helioport/contract'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import enUS from '../messages/en-US.ts'
import { AlarmMailsCard } from './alarm-mails-card.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('account', 'en-US', enUS)
})

test('rejects quiet hours that start and end at the same time', async () => {
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { staleTime: Infinity, retry: false } })
  const saved: AlarmMails = {
    byMail: true,
    faults: true,
    notices: true,
    quiet: { from: 1320, to: 360, timeZone: 'Europe/Berlin' },
    stationIds: [],
  }
  client.setQueryData(['GET /account/alarm-mails'], { data: saved })
  render(
    <ApiProvider client={client}>
      <AlarmMailsCard onDirty={() => {}} />
    </ApiProvider>,
  )
  const user = userEvent.setup()
  // The time zone is visible and selectable: local hours stay the same when its clocks change.
  expect(screen.getByLabelText<HTMLSelectElement>(enUS['alarmMails.clock']).value).toBe('Europe/Berlin')
  await user.selectOptions(screen.getByLabelText(enUS['alarmMails.to']), '22:00')
  await user.click(screen.getByRole('button', { name: enUS.save }))
  expect(screen.getByText(enUS['alarmMails.sameTime'])).toBeTruthy()
  await user.selectOptions(screen.getByLabelText(enUS['alarmMails.from']), '21:00')
  expect(screen.queryByText(enUS['alarmMails.sameTime'])).toBeNull()
})
