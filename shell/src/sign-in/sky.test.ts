import { arcPoint, skyAt } from './sky.ts'

const at = (hour: number, minute = 0) => skyAt(new Date(2026, 10, 21, hour, minute))

describe('skyAt', () => {
  it.each([
    [6, 0, true],
    [9, 0.25, true],
    [12, 0.5, true],
    [18, 1, true],
  ])('%d o’clock is %d of the way from sunrise to sunset', (hour, along, isDay) => {
    expect(at(hour)).toEqual({ along, isDay })
  })

  it.each([0, 5, 19, 23])('is night at %d o’clock', (hour) => {
    expect(at(hour).isDay).toBe(false)
  })
})

describe('arcPoint', () => {
  it('is on the horizon at both ends and highest in the middle', () => {
    expect(arcPoint(0, 480, 190)).toEqual({ x: 0, y: 0 })
    expect(arcPoint(0.5, 480, 190)).toEqual({ x: 240, y: 190 })
    expect(arcPoint(1, 480, 190).y).toBeCloseTo(0)
  })
})
