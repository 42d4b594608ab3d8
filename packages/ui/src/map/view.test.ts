import { clustersOf, fitView, keepInWorld, panBy, positionAt, projectionOf, worldsOf, zoomBy } from './view.ts'
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

test('all points lie inside the fitted view, with a margin', () => {
  const project = projectionOf(fitView([berlin, taipei], size), size)
  for (const { longitude, latitude } of [berlin, taipei]) {
    const [x = -1, y = -1] = project([longitude, latitude]) ?? []
    expect(x).toBeGreaterThanOrEqual(40)
    expect(x).toBeLessThanOrEqual(size.width - 40)
    expect(y).toBeGreaterThanOrEqual(40)
    expect(y).toBeLessThanOrEqual(size.height - 40)
  }
})

test('points on both sides of the date line are near each other', () => {
  const view = fitView(
    [
      { latitude: -17, longitude: 178 },
      { latitude: -13, longitude: -172 },
    ],
    size,
  )
  expect(view.longitude).toBeCloseTo(-177, 6)
  expect(view.zoom).toBeGreaterThan(4)
})

test('a single point is centred, with its region around it', () => {
  const view = fitView([taipei], size)
  expect(view.zoom).toBe(5)
  expect(view.latitude).toBeCloseTo(taipei.latitude, 6)
  expect(view.longitude).toBeCloseTo(taipei.longitude, 6)
})

test('the position under the pointer stays while zooming', () => {
  const view = fitView([berlin], size)
  const around = [500, 90] as const
  const place = projectionOf(view, size).invert?.([...around])
  const after = projectionOf(zoomBy(view, size, 1, around), size).invert?.([...around])
  expect(after?.[0]).toBeCloseTo(place?.[0] ?? NaN, 6)
  expect(after?.[1]).toBeCloseTo(place?.[1] ?? NaN, 6)
})

test('dragging right moves the view west, dragging down moves it north', () => {
  const view = fitView([berlin], size)
  expect(panBy(view, size, 100, 0).longitude).toBeLessThan(view.longitude)
  expect(panBy(view, size, 0, 100).latitude).toBeGreaterThan(view.latitude)
})

test('longitudes wrap around, latitudes stop before the poles', () => {
  expect(keepInWorld({ longitude: 190, latitude: 95, zoom: 99 })).toEqual({ longitude: -170, latitude: 84, zoom: 12 })
})

test('overlapping points form one mark, and separate when zoomed in', () => {
  const points = [point('a', berlin), point('b', { latitude: 52.53, longitude: 13.41 }), point('c', taipei)]
  const far = clustersOf(points, fitView(points, size), size)
  expect(far.map((cluster) => cluster.points.map(({ id }) => id))).toEqual([['a', 'b'], ['c']])
  const near = clustersOf(points, { ...berlin, zoom: 12 }, size)
  expect(near.map((cluster) => cluster.points.map(({ id }) => id))).toEqual([['a'], ['b']])
})

test('a view beyond the edge of the map is filled on both sides', () => {
  const wide = { width: 3540, height: 590 }
  const views = [
    [{ latitude: 20, longitude: 20, zoom: 1.5 }, wide],
    [{ latitude: 0, longitude: 179, zoom: 3 }, size],
    [{ latitude: 0, longitude: -179, zoom: 9 }, size],
  ] as const
  for (const [view, at] of views) {
    const edges = worldsOf(view, at).map((world) => [-180, 180].map((x) => projectionOf(view, at, world)([x, 0])?.[0] ?? NaN)) // prettier-ignore
    expect(edges[0]?.[0]).toBeLessThanOrEqual(0)
    expect(edges.at(-1)?.[1]).toBeGreaterThanOrEqual(at.width)
    for (const [nth, [west]] of edges.entries()) if (nth > 0) expect(west).toBeCloseTo(edges[nth - 1]?.[1] ?? NaN, 6)
  }
  expect(worldsOf({ ...taipei, zoom: 9 }, size)).toEqual([0])
})

test('a point beyond the edge of the map is marked near and once', () => {
  const fiji = point('fiji', { latitude: -17, longitude: 178 })
  const samoa = point('samoa', { latitude: -13, longitude: -172 })
  const marks = clustersOf([fiji, samoa], { latitude: -15, longitude: -179, zoom: 4 }, size)
  expect(marks.map(({ points }) => points.map(({ id }) => id))).toEqual([['fiji'], ['samoa']])
  expect(clustersOf([fiji], { latitude: 0, longitude: 0, zoom: 0 }, { width: 2000, height: 300 })).toHaveLength(1)
})

test('a position picked beyond the date line has a valid longitude', () => {
  const { longitude } = positionAt({ latitude: 0, longitude: 179, zoom: 4 }, size, [size.width / 2 + 100, 180])
  expect(longitude).toBeCloseTo(179 + (100 / 4096) * 360 - 360, 6)
})
