import { outputSize } from './draw.ts'

test('a picture is scaled down, never up', () => {
  expect(outputSize({ width: 3200, height: 1800 }, 1280)).toEqual({ width: 1280, height: 720 })
  expect(outputSize({ width: 100, height: 100 }, 512)).toEqual({ width: 100, height: 100 })
})
