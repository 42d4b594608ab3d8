import { render, screen } from '@testing-library/react'
import { ChoiceField, SelectField } from './choice-fields.tsx'

const options = [{ value: 'a', label: 'Solarhof' }]
const nothing = () => {}

test('a field that is searched has its name while its code is on the way', () => {
  render(<ChoiceField label="Device" value="a" options={options} onChange={nothing} onSearch={nothing} />)
  const binding = { name: 'station', onLeave: nothing, error: undefined, disabled: false }
  render(<SelectField {...binding} label="Station" value="a" options={options} onChange={nothing} onSearch={nothing} />)
  for (const name of ['Device', 'Station']) expect(screen.getByLabelText<HTMLInputElement>(name).value).toBe('Solarhof')
})
