import { geoMercator, type GeoProjection } from 'd3-geo'
import type { MapPoint, Position } from './types.ts'

/** Centre and zoom of a map; at zoom 0 the whole world is 256 px wide. */
export interface MapView extends Position {
  zoom: number
}

export interface Size {
  width: number
  height: number
}

export const minZoom = 0
export const maxZoom = 12
/** Greatest zoom of a fitted view: a single point is shown with its region. */
const closestFit = 5
const padding = 56
/** The Mercator projection ends before the poles. */
const maxLatitude = 84
/** Points nearer than this (px) become one mark with a number. */
const clusterDistance = 26

/** `world`: number of the copy of the world, 0 for the one with the view's centre. */
export function projectionOf(view: MapView, { width, height }: Size, world = 0): GeoProjection {
  const [x, y] = geoMercator().scale(scaleOf(view.zoom)).translate([0, 0])([view.longitude, view.latitude]) ?? [0, 0]
  return geoMercator()
    .scale(scaleOf(view.zoom))
    .translate([width / 2 - x + world * widthOf(view), height / 2 - y])
    .clipExtent([
      [-8, -8],
      [width + 8, height + 8],
    ])
}

/** Width of the whole world, px. */
const widthOf = ({ zoom }: MapView) => 256 * 2 ** zoom

/** The copies of the world that fill the view: the map repeats to the east and west. */
export function worldsOf(view: MapView, size: Size): number[] {
  const world = widthOf(view)
  const west = size.width / 2 - (world * (view.longitude + 180)) / 360
  const [first, last] = [-Math.ceil(west / world), Math.floor((size.width - west) / world)]
  return Array.from({ length: last - first + 1 }, (_, nth) => first + nth)
}

const scaleOf = (zoom: number) => (256 * 2 ** zoom) / (2 * Math.PI)

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

export function keepInWorld({ latitude, longitude, zoom }: MapView): MapView {
  return {
    latitude: clamp(latitude, -maxLatitude, maxLatitude),
    longitude: ((((longitude + 180) % 360) + 360) % 360) - 180,
    zoom: clamp(zoom, minZoom, maxZoom),
  }
}

/**
 * The shortest span of longitudes, eastwards, that holds all points, degrees. It crosses the edge of the map if that is
 * shorter.
 */
function stretchOf(longitudes: readonly number[]): { west: number; span: number } {
  const sorted = longitudes.toSorted((a, b) => a - b)
  const [first = 0] = sorted
  const gaps = sorted.map((east, nth) => (sorted[nth + 1] ?? first + 360) - east)
  const widest = Math.max(...gaps)
  return { west: sorted[gaps.indexOf(widest) + 1] ?? first, span: 360 - widest }
}

/** The view that fits all points with a margin; the whole world without points. */
export function fitView(points: readonly Position[], size: Size): MapView {
  if (points.length === 0) return { latitude: 20, longitude: 20, zoom: Math.max(0, Math.log2(size.width / 256)) }
  const { west, span } = stretchOf(points.map(({ longitude }) => longitude))
  const at = geoMercator().scale(scaleOf(0)).translate([0, 0])
  const ys = points.map(({ latitude }) => at([0, clamp(latitude, -maxLatitude, maxLatitude)])?.[1] ?? 0)
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  const [, latitude] = at.invert?.([0, (top + bottom) / 2]) ?? [0, 0]
  const room = (length: number, span: number) => Math.log2(Math.max(64, length - 2 * padding) / Math.max(span, 1e-6))
  const zoom = Math.min(room(size.width, (span / 360) * 256), room(size.height, bottom - top), closestFit)
  return keepInWorld({ latitude, longitude: west + span / 2, zoom })
}

/** The position at a point of the map, px. */
export function positionAt(view: MapView, size: Size, at: [number, number]): Position {
  const [longitude = view.longitude, latitude = view.latitude] = projectionOf(view, size).invert?.(at) ?? []
  const kept = keepInWorld({ longitude, latitude, zoom: view.zoom })
  return { longitude: kept.longitude, latitude: kept.latitude }
}

/** Point of a position on the map, px: only once, in the copy of the world where it is nearest to the middle. */
export function placeOf(view: MapView, size: Size, { longitude, latitude }: Position): [number, number] {
  const at = [longitude, clamp(latitude, -maxLatitude, maxLatitude)] as [number, number]
  const [east, y] = projectionOf(view, size)(at) ?? [NaN, NaN]
  return [east - widthOf(view) * Math.round((east - size.width / 2) / widthOf(view)), y]
}

/** Moves the content by (dx, dy) px. */
export const panBy = (view: MapView, size: Size, dx: number, dy: number): MapView => ({
  ...positionAt(view, size, [size.width / 2 - dx, size.height / 2 - dy]),
  zoom: view.zoom,
})

/** Magnifies by `steps` (doublings) around a point of the map, px; default: its middle. */
export function zoomBy(view: MapView, size: Size, steps: number, around?: readonly [number, number]): MapView {
  const [x, y] = around ?? [size.width / 2, size.height / 2]
  const zoom = clamp(view.zoom + steps, minZoom, maxZoom)
  const factor = 2 ** (zoom - view.zoom)
  const moved = panBy(view, size, (size.width / 2 - x) * (1 - 1 / factor), (size.height / 2 - y) * (1 - 1 / factor))
  return { ...moved, zoom }
}

export interface Cluster {
  x: number
  y: number
  points: MapPoint[]
}

/** Marks to draw, px. Points that would overlap form one mark, at the place of its first point. */
export function clustersOf(points: readonly MapPoint[], view: MapView, size: Size): Cluster[] {
  const clusters: Cluster[] = []
  for (const point of points) {
    const [x, y] = placeOf(view, size, point)
    if (!(x > -20 && x < size.width + 20 && y > -20 && y < size.height + 20)) continue
    const near = clusters.find((cluster) => Math.hypot(cluster.x - x, cluster.y - y) < clusterDistance)
    if (near) near.points.push(point)
    else clusters.push({ x, y, points: [point] })
  }
  return clusters
}
