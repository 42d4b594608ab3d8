import { joinParts } from './join-parts.ts'

test('beside a name from right to left, every part keeps its own direction', () => {
  expect(joinParts(['שדה סולארי', '2026年11月24日 13:40'])).toBe(
    '\u2068שדה סולארי\u2069 · \u20682026年11月24日 13:40\u2069',
  )
  expect(joinParts(['محطة', '2520-51224171P'])).toBe('\u2068محطة\u2069 · \u20682520-51224171P\u2069')
})

test('others are joined as they are, without those that are missing', () => {
  expect(joinParts(['Scheune', '', undefined, null, false, '2303-86484637P'])).toBe('Scheune · 2303-86484637P')
  expect(joinParts(['שדה סולארי'])).toBe('שדה סולארי')
})
