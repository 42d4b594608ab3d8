import { chunksOf, isChosen, nothingChosen, pageToggled, toggled } from './selection.ts'
import { anyStation } from '../../station/any-station.ts'

const page = ['a', 'b', 'c'].map((id) => ({ ...anyStation({ id }), rankToday: null, tagIds: [] }))

test('rows are selected one by one or by page, and stay selected on other pages', () => {
  const one = toggled(nothingChosen, 'b', page)
  expect(one).toEqual({ kind: 'rows', ids: ['b'] })
  const elsewhere = toggled(one, 'z', [])
  const whole = pageToggled(elsewhere, page)
  expect(whole).toEqual({ kind: 'rows', ids: ['z', 'a', 'b', 'c'] })
  expect(pageToggled(whole, page)).toEqual({ kind: 'rows', ids: ['z'] })
})

test('deselecting one of all found rows selects the other rows of the page', () => {
  expect(isChosen({ kind: 'found' }, 'whatever')).toBe(true)
  expect(toggled({ kind: 'found' }, 'b', page)).toEqual({ kind: 'rows', ids: ['a', 'c'] })
  expect(pageToggled({ kind: 'found' }, page)).toEqual(nothingChosen)
})

test('splits a list into chunks of a given size', () => {
  expect(chunksOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
  expect(chunksOf([], 2)).toEqual([])
})
