import { createStrainWatch, type Sample } from './strain.ts'

const mb = 2 ** 20
const quiet: Sample = { heap: 60 * mb, blockedMs: 0, shown: 'station/1' }

/** The reports on a series of samples, each with the number of its sample. */
function told(samples: readonly Partial<Sample>[]): [number, string][] {
  const look = createStrainWatch()
  return samples.flatMap((sample, at): [number, string][] => {
    const strain = look({ ...quiet, ...sample })
    return strain === undefined ? [] : [[at, strain]]
  })
}
const times = (count: number, of: (nth: number) => Partial<Sample>) =>
  Array.from({ length: count }, (_, nth) => of(nth))

test('4 MB that are kept every 100 ms are told within half a minute, once', () => {
  const [[at, strain] = [Infinity, ''], ...more] = told(times(60, (nth) => ({ heap: (60 + nth * 80) * mb })))
  expect([strain, more]).toEqual(['memory', []])
  expect(at * 2).toBeLessThan(30)
})

test('what is collected again is nothing: a saw of 400 MB, and one page after the other', () => {
  expect(told(times(300, (nth) => ({ heap: (60 + (nth % 4) * 130) * mb })))).toEqual([])
  expect(told(times(300, (nth) => ({ heap: (60 + nth * 20) * mb, shown: `page/${Math.floor(nth / 8)}` })))).toEqual([])
})

test('a page of much data that stays as it is is none either, nor one that nobody sees', () => {
  expect(told(times(100, (nth) => ({ heap: (nth < 5 ? 60 : 280) * mb })))).toEqual([])
  expect(told(times(100, (nth) => ({ heap: nth * 80 * mb, shown: '' })))).toEqual([])
})

test('a page that is busy most of the time for twenty seconds is told; a start of ten is not', () => {
  expect(told(times(40, (nth) => ({ blockedMs: nth === 0 ? 0 : 1_400 })))).toEqual([[10, 'hang']])
  expect(told(times(40, (nth) => ({ blockedMs: nth < 6 ? 1_900 : 0 })))).toEqual([])
})

test('a page that is busy with taking memory is told of both', () => {
  const samples = times(60, (nth) => ({ blockedMs: 1_900, heap: (60 + nth * 20) * mb }))
  expect(told(samples).map(([, strain]) => strain)).toEqual(['hang', 'memory'])
})

test('a browser that says nothing of its memory is believed to have enough', () => {
  expect(told(times(40, () => ({ heap: undefined })))).toEqual([])
})
