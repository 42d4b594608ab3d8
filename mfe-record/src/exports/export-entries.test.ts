import { exportBody, exportRules, firstEntries } from './export-entries.ts'

const rules = exportRules((objection) => objection)
const entries = firstEntries('2026-11-22')

test('the default period is the last 30 days', () => {
  expect([entries.from, entries.to]).toEqual(['2026-10-23', '2026-11-22'])
})

test('a curve requires its station or device, a record does not', () => {
  expect(rules.stationId?.('', entries)).toBe('exports.choose')
  expect(rules.stationId?.('', { ...entries, kind: 'alarms' })).toBeUndefined()
  expect(rules.deviceId?.('', { ...entries, kind: 'device-history' })).toBe('exports.choose')
})

test('kinds with days require them, in order', () => {
  expect(rules.from?.('', entries)).toBe('exports.chooseDay')
  expect(rules.from?.('', { ...entries, kind: 'stations' })).toBeUndefined()
  expect(rules.to?.('2026-10-22', entries)).toBe('exports.order')
  expect(rules.to?.('2026-10-22', { ...entries, kind: 'devices' })).toBeUndefined()
  expect(rules.to?.('2026-10-23', entries)).toBeUndefined()
})

test('sends only the fields of the chosen kind', () => {
  const all = { ...entries, stationId: 's1', deviceId: 'd1' }
  const days = { from: entries.from, to: entries.to }
  expect(exportBody(all)).toEqual({ kind: 'station-day', format: 'csv', stationId: 's1', ...days })
  expect(exportBody({ ...all, kind: 'device-day' })).toEqual({
    kind: 'device-day',
    format: 'csv',
    deviceId: 'd1',
    ...days,
  })
  expect(exportBody({ ...all, kind: 'devices', stationId: '' })).toEqual({ kind: 'devices', format: 'csv' })
})
