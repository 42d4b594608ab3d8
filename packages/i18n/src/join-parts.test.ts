import { joinParts } from './join-parts.ts'

test('isolates each part’s direction when one is written from right to left', () => {
  expect(joinParts(['שדה סולארי', '2026年11月24日 13:40'])).toBe(
    '\u2068שדה סולארי\u2069 · \u20682026年11月24日 13:40\u2069',
  )
  expect(joinParts(['محطة', '2520-51224171P'])).toBe('\u2068محطة\u2069 · \u20682520-51224171P\u2069')
})

test('joins other parts unchanged and skips empty ones', () => {
  expect(joinParts(['Scheune', '', undefined, null, false, '2303-86484637P'])).toBe('Scheune · 2303-86484637P')
  expect(joinParts(['שדה סולארי'])).toBe('שדה סולארי')
})
