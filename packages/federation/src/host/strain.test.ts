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

test('growth of 4 MB every 100 ms is reported as "memory" within half a minute, once', () => {
  const [[at, strain] = [Infinity, ''], ...more] = told(times(60, (nth) => ({ heap: (60 + nth * 80) * mb })))
  expect([strain, more]).toEqual(['memory', []])
  expect(at * 2).toBeLessThan(30)
})

test('does not report memory that is freed again, nor growth across pages', () => {
  expect(told(times(300, (nth) => ({ heap: (60 + (nth % 4) * 130) * mb })))).toEqual([])
  expect(told(times(300, (nth) => ({ heap: (60 + nth * 20) * mb, shown: `page/${Math.floor(nth / 8)}` })))).toEqual([])
})

test('does not report memory that stays constant, nor growth of a hidden page', () => {
  expect(told(times(100, (nth) => ({ heap: (nth < 5 ? 60 : 280) * mb })))).toEqual([])
  expect(told(times(100, (nth) => ({ heap: nth * 80 * mb, shown: '' })))).toEqual([])
})

test('reports a page that is busy for most of 20 s as "hang", but not a start of 10 s', () => {
  expect(told(times(40, (nth) => ({ blockedMs: nth === 0 ? 0 : 1_400 })))).toEqual([[10, 'hang']])
  expect(told(times(40, (nth) => ({ blockedMs: nth < 6 ? 1_900 : 0 })))).toEqual([])
})

test('reports a busy page that allocates memory as both "hang" and "memory"', () => {
  const samples = times(60, (nth) => ({ blockedMs: 1_900, heap: (60 + nth * 20) * mb }))
  expect(told(samples).map(([, strain]) => strain)).toEqual(['hang', 'memory'])
})

test('reports nothing in a browser without memory figures', () => {
  expect(told(times(40, () => ({ heap: undefined })))).toEqual([])
})
