import { readerOf } from './slices.ts'

const bytes = Uint8Array.from({ length: 100 }, (_, nth) => nth)

test.each([1, 7, 99, 100])('ranges read from slices of %i bytes equal those of the whole', (length) => {
  const slices = Array.from({ length: Math.ceil(100 / length) }, (_, nth) => bytes.subarray(nth * length, (nth + 1) * length)) // prettier-ignore
  const stretches = [[0, 0], [0, 1], [1, 30], [35, 35], [40, 75], [98, 100], [100, 100]] as const // prettier-ignore
  const read = readerOf([new Uint8Array(), ...slices])
  for (const [from, to] of stretches) expect([...read(from, to)]).toEqual([...bytes.subarray(from, to)])
})
