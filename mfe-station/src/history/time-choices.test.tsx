import { setUpI18n } from '@helioport/i18n'
import type { Guess } from '@helioport/import/text'
import { render, screen } from '@testing-library/react'
import { addHistoryTexts } from './history-texts.ts'
import { TimeChoices } from './time-choices.tsx'

const time = { column: 'Time', format: 'iso', formats: ['iso'], zone: 'Europe/Berlin', stamp: 'start' as const }
const guess = (zoneless: string[]): Guess => ({
  fileName: 'weather.csv',
  delimiter: ',',
  time,
  decimal: '.',
  series: null,
  columns: [],
  asks: ['zone'],
  zoneless,
})
const chosen = { delimiter: ',', time, decimal: '.' as const, intervalMinutes: null, series: null, columns: [] }

test('asks for the time zone only of files that do not name it', async () => {
  await setUpI18n('en-US')
  await addHistoryTexts()
  const show = (zoneless: string[]) => (
    <TimeChoices guess={guess(zoneless)} chosen={chosen} files={2} onChange={() => undefined} />
  )
  const { rerender } = render(show(['weather.csv']))
  expect(screen.getByLabelText('Zone of the times in weather.csv')).toHaveValue('Europe/Berlin')
  rerender(show(['weather.csv', 'meter.csv']))
  expect(screen.getByLabelText('Zone of its times')).toBeInTheDocument()
})
