import { draggedBy, objectionTo, placeIn } from './picture-file.ts'

const jpeg = [0xff, 0xd8, 0xff, 0xe0]
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const fileOf = (bytes: readonly number[]) => {
  const all = new Uint8Array(bytes)
  // jsdom's Blob has no arrayBuffer of its own.
  const blob = { size: all.length, slice: () => ({ arrayBuffer: async () => all.slice(0, 8).buffer }) }
  return blob as unknown as Blob
}

test('JPG and PNG are told by their bytes, and the size is a limit that is not reached', async () => {
  expect(await objectionTo(fileOf(jpeg), 5)).toBeUndefined()
  expect(await objectionTo(fileOf(png), 9)).toBeUndefined()
  expect(await objectionTo(fileOf(png), 8)).toBe('tooLarge')
  expect(await objectionTo(fileOf([0x47, 0x49, 0x46, 0x38]), 100)).toBe('wrongType')
  expect(await objectionTo(fileOf([]), 100)).toBe('wrongType')
})

const frame = { width: 100, height: 100 }
const wide = { width: 400, height: 200 }
const middle = { zoom: 1, x: 0.5, y: 0.5 }

test('a picture covers its frame, or stands whole within it', () => {
  expect(placeIn(frame, wide, middle, false)).toEqual({ x: -50, y: 0, width: 200, height: 100 })
  expect(placeIn(frame, wide, middle, true)).toEqual({ x: 0, y: 25, width: 100, height: 50 })
})

test('dragging moves the picture, but never shows what is beside it', () => {
  const moved = draggedBy(frame, wide, middle, false, -30, 0)
  expect(placeIn(frame, wide, moved, false).x).toBeCloseTo(-80)
  const far = draggedBy(frame, wide, middle, false, -500, 500)
  expect(placeIn(frame, wide, far, false)).toMatchObject({ x: -100, y: 0 })
})
