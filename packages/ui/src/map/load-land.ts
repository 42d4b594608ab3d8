import { feature } from 'topojson-client'
import type { GeoPermissibleObjects } from 'd3-geo'

/** Outline of the land (Natural Earth, public domain); no borders, since some are disputed. */
export type Land = GeoPermissibleObjects

type Topology = Parameters<typeof feature>[0]

/** A coarse outline for the whole world, a finer one for a region. Each is a chunk of its own, fetched when shown. */
const outlines = {
  coarse: () => import('world-atlas/land-110m.json'),
  fine: () => import('world-atlas/land-50m.json'),
} satisfies Record<string, () => Promise<{ default: unknown }>>

export type Detail = keyof typeof outlines

export const detailAt = (zoom: number): Detail => (zoom < 3.2 ? 'coarse' : 'fine')

/** After a failure the next call tries again. */
export async function loadLand(detail: Detail): Promise<Land> {
  const { default: atlas } = await outlines[detail]()
  const topology = atlas as unknown as Topology
  const { land } = topology.objects
  if (land === undefined) throw new Error('the outline holds no land')
  return feature(topology, land)
}
