import { addMessages, setUpI18n } from '@helioport/i18n'
import { render, screen } from '@testing-library/react'
import { anyDevice } from '../../device/any-device.ts'
import { entriesOf } from '../../device/device-entries.ts'
import enUS from '../../messages/en-US.ts'
import { changedFields, Differences } from './differences.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('device', 'en-US', enUS)
})

const before = entriesOf(anyDevice(), 'edit')

test('shows each field that a replacement changes, and no other', () => {
  const after = { ...entriesOf(anyDevice(), 'replace'), serial: 'NEW-1', ratedKw: 33.5, supportsIvScan: true }
  expect(changedFields(before, after)).toEqual(['serial', 'ratedKw', 'supportsIvScan'])
  render(<Differences before={before} after={after} />)
  const shown = screen.getByRole('region', { name: enUS['edit.changes'] }).textContent
  expect(shown).toContain(`${enUS['info.serial']}NEW-1 from ${before.serial}`)
  expect(shown).toMatch(/33.50.kW from 30.kW/)
  expect(shown).toContain('yes from no')
  expect(shown).not.toContain(enUS['info.model'])
})

test('says when nothing changes', () => {
  render(<Differences before={before} after={before} />)
  expect(screen.getByText(enUS['edit.same'])).toBeInTheDocument()
})
