import { clustersOf, fitView, keepInWorld, panBy, projectionOf, zoomBy } from './view.ts'
import type { MapPoint } from './types.ts'

const size = { width: 640, height: 360 }
const berlin = { latitude: 52.52, longitude: 13.4 }
const taipei = { latitude: 25.03, longitude: 121.56 }
const point = (id: string, at: { latitude: number; longitude: number }): MapPoint => ({
  id,
  label: id,
  tone: 'good',
  ...at,
})

test('all points lie inside the fitted view, with room around', () => {
  const project = projectionOf(fitView([berlin, taipei], size), size)
  for (const { longitude, latitude } of [berlin, taipei]) {
    const [x = -1, y = -1] = project([longitude, latitude]) ?? []
    expect(x).toBeGreaterThanOrEqual(40)
    expect(x).toBeLessThanOrEqual(size.width - 40)
    expect(y).toBeGreaterThanOrEqual(40)
    expect(y).toBeLessThanOrEqual(size.height - 40)
  }
})

test('one point is in the middle, with its region around it', () => {
  const view = fitView([taipei], size)
  expect(view.zoom).toBe(5)
  expect(view.latitude).toBeCloseTo(taipei.latitude, 6)
  expect(view.longitude).toBeCloseTo(taipei.longitude, 6)
})

test('the place under the pointer stays there while zooming', () => {
  const view = fitView([berlin], size)
  const around = [500, 90] as const
  const place = projectionOf(view, size).invert?.([...around])
  const after = projectionOf(zoomBy(view, size, 1, around), size).invert?.([...around])
  expect(after?.[0]).toBeCloseTo(place?.[0] ?? NaN, 6)
  expect(after?.[1]).toBeCloseTo(place?.[1] ?? NaN, 6)
})

test('dragging to the right shows what lies west', () => {
  const view = fitView([berlin], size)
  expect(panBy(view, size, 100, 0).longitude).toBeLessThan(view.longitude)
  expect(panBy(view, size, 0, 100).latitude).toBeGreaterThan(view.latitude)
})

test('longitudes wrap around, latitudes stop before the poles', () => {
  expect(keepInWorld({ longitude: 190, latitude: 95, zoom: 99 })).toEqual({ longitude: -170, latitude: 84, zoom: 12 })
})

test('points that would cover each other are one mark, and come apart when near', () => {
  const points = [point('a', berlin), point('b', { latitude: 52.53, longitude: 13.41 }), point('c', taipei)]
  const far = clustersOf(points, fitView(points, size), size)
  expect(far.map((cluster) => cluster.points.map(({ id }) => id))).toEqual([['a', 'b'], ['c']])
  const near = clustersOf(points, { ...berlin, zoom: 12 }, size)
  expect(near.map((cluster) => cluster.points.map(({ id }) => id))).toEqual([['a'], ['b']])
})
