import { act, cleanup, render } from '@testing-library/react'
import { Canvas } from './canvas.tsx'
import { frameOf } from './layout.ts'
import { chartModel } from './model.ts'

/** Functions that each end one drawing. */
const ends: (() => void)[] = []
jest.doMock('./draw.ts', () => ({
  createDrawing: () => ({ update: () => new Promise<void>((resolve) => ends.push(resolve)), destroy: () => {} }),
}))

afterEach(cleanup)

const modelOf = (value: number) =>
  chartModel(
    {
      from: 0,
      to: 600_000,
      binMinutes: 5,
      timeZone: 'UTC',
      series: [{ id: 'p', label: 'Power', unit: 'power', kind: 'line', values: [value, value] }],
      formatValue: { power: (watts) => `${watts} W` },
      formatTime: String,
    },
    'light',
    { width: 800, height: 300 },
  )

function canvasOf(value: number, onDrawn: () => void) {
  const model = modelOf(value)
  const frame = frameOf(model, 800, 300)
  return <Canvas model={model} frame={frame} mode="light" onDrawn={onDrawn} onFailed={() => {}} />
}

test('reports a finished drawing while a newer one is still running, but none after unmount', async () => {
  const onDrawn = jest.fn()
  const { rerender, unmount } = render(canvasOf(1, onDrawn))
  await act(async () => {
    await import('./draw.ts')
  })
  rerender(canvasOf(2, onDrawn))
  expect(ends).toHaveLength(2)
  expect(onDrawn).not.toHaveBeenCalled()
  await act(async () => ends[0]?.())
  expect(onDrawn).toHaveBeenCalledTimes(1)
  unmount()
  await act(async () => ends[1]?.())
  expect(onDrawn).toHaveBeenCalledTimes(1)
})
