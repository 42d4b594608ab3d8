import { render, screen } from '@testing-library/react'
import { UiProvider } from '../core/ui-provider.tsx'
import { ChoiceField, SelectField } from './choice-fields.tsx'

const options = [{ value: 'a', label: 'Solarhof' }]
const nothing = () => {}

test('a searchable field shows its selected label while its code loads', () => {
  render(<ChoiceField label="Device" value="a" options={options} onChange={nothing} onSearch={nothing} />)
  const binding = { name: 'station', onLeave: nothing, error: undefined, disabled: false }
  render(<SelectField {...binding} label="Station" value="a" options={options} onChange={nothing} onSearch={nothing} />)
  for (const name of ['Device', 'Station']) expect(screen.getByLabelText<HTMLInputElement>(name).value).toBe('Solarhof')
})

test('an option that begins with a number keeps its word order in a right-to-left page', () => {
  const days = [{ value: '31', label: '31 days up to' }]
  const shownIn = (dir: 'ltr' | 'rtl') => {
    const { unmount } = render(
      <UiProvider theme="light" dir={dir} locale="he">
        <ChoiceField label="Stretch" value="31" options={days} onChange={nothing} />
      </UiProvider>,
    )
    const said = screen.getByRole('option').textContent
    unmount()
    return said
  }
  // First-strong isolates: the letters set the direction, not the page.
  expect(shownIn('rtl')).toBe('\u206831 days up to\u2069')
  expect(shownIn('ltr')).toBe('31 days up to')
})
