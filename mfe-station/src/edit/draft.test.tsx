import { dropDraft, readDraft, writeDraft } from './draft.ts'
import { emptyValues } from './station-values.ts'

const initial = emptyValues('2026-11-21', 'EUR', 1)
const draft = { values: { ...initial, name: 'Barn' }, at: 1 }

beforeEach(() => localStorage.clear())

test('a draft belongs to an account and a station', () => {
  writeDraft('anna', undefined, draft)
  expect(readDraft('anna', undefined, initial)).toEqual(draft)
  expect(readDraft('anna', 's1', initial)).toBeUndefined()
  expect(readDraft('ben', undefined, initial)).toBeUndefined()
  dropDraft('anna', undefined)
  expect(readDraft('anna', undefined, initial)).toBeUndefined()
})

test('a field missing from an older draft keeps its initial value; invalid JSON is no draft', () => {
  localStorage.setItem('station.draft.anna.new', JSON.stringify({ values: { name: 'Barn' }, at: 1 }))
  expect(readDraft('anna', undefined, initial)?.values).toEqual({ ...initial, name: 'Barn' })
  localStorage.setItem('station.draft.anna.new', '{"values":')
  expect(readDraft('anna', undefined, initial)).toBeUndefined()
  localStorage.setItem('station.draft.anna.new', '[]')
  expect(readDraft('anna', undefined, initial)).toBeUndefined()
})

test('a picture too large for the browser’s storage is left out of the draft; the texts stay', () => {
  const picture = `data:image/png;base64,${'A'.repeat(12_000_000)}`
  writeDraft('anna', undefined, { ...draft, values: { ...draft.values, picture } })
  expect(readDraft('anna', undefined, initial)?.values).toMatchObject({ name: 'Barn', picture: '' })
})
