import fc from 'fast-check'
import { areaOf, maxZoom, moveCrop, outputSize, wholeCrop } from './crop.ts'

const wide = { width: 4000, height: 1000 }

test('the whole crop is the largest area of that shape, in the middle', () => {
  expect(areaOf(wide, 1, wholeCrop)).toEqual({ x: 1500, y: 0, width: 1000, height: 1000 })
  expect(areaOf({ width: 900, height: 1600 }, 16 / 9, wholeCrop)).toEqual({
    x: 0,
    y: 546.875,
    width: 900,
    height: 506.25,
  })
})

test('moving by one width shows what lies beside it, and stops at the edge', () => {
  const moved = moveCrop(wide, 1, wholeCrop, { x: 1 })
  expect(areaOf(wide, 1, moved).x).toBe(2500)
  expect(areaOf(wide, 1, moveCrop(wide, 1, moved, { x: 5 })).x).toBe(3000)
  expect(moveCrop(wide, 1, wholeCrop, { x: 9 })).toEqual(moveCrop(wide, 1, wholeCrop, { x: 900 }))
})

test('wherever a person drags and zooms, the area lies in the picture and keeps its shape', () => {
  const size = fc.integer({ min: 1, max: 9000 })
  const step = fc.record({
    x: fc.double({ min: -3, max: 3, noNaN: true }),
    y: fc.double({ min: -3, max: 3, noNaN: true }),
    zoom: fc.double({ min: -1, max: 20, noNaN: true }),
  })
  fc.assert(
    fc.property(
      size,
      size,
      fc.constantFrom(1, 16 / 9),
      fc.array(step, { maxLength: 8 }),
      (width, height, aspect, steps) => {
        const picture = { width, height }
        const crop = steps.reduce((former, by) => moveCrop(picture, aspect, former, by), wholeCrop)
        const area = areaOf(picture, aspect, crop)
        expect(area.width / area.height).toBeCloseTo(aspect, 6)
        expect(area.x).toBeGreaterThanOrEqual(0)
        expect(area.y).toBeGreaterThanOrEqual(0)
        expect(area.x + area.width).toBeLessThanOrEqual(width + 1e-6)
        expect(area.y + area.height).toBeLessThanOrEqual(height + 1e-6)
        expect(crop.zoom).toBeLessThanOrEqual(maxZoom)
      },
    ),
  )
})

test('a picture is made smaller, never larger', () => {
  expect(outputSize({ x: 0, y: 0, width: 3200, height: 1800 }, 1280)).toEqual({ width: 1280, height: 720 })
  expect(outputSize({ x: 0, y: 0, width: 100, height: 100 }, 512)).toEqual({ width: 100, height: 100 })
})
