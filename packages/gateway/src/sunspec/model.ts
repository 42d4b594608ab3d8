import type { NumberType } from '../modbus/registers.ts'
import model1 from './models/model_1.json' with { type: 'json' }
import model101 from './models/model_101.json' with { type: 'json' }
import model102 from './models/model_102.json' with { type: 'json' }
import model103 from './models/model_103.json' with { type: 'json' }
import model111 from './models/model_111.json' with { type: 'json' }
import model112 from './models/model_112.json' with { type: 'json' }
import model113 from './models/model_113.json' with { type: 'json' }
import model120 from './models/model_120.json' with { type: 'json' }
import model121 from './models/model_121.json' with { type: 'json' }
import model122 from './models/model_122.json' with { type: 'json' }
import model123 from './models/model_123.json' with { type: 'json' }
import model124 from './models/model_124.json' with { type: 'json' }
import model160 from './models/model_160.json' with { type: 'json' }
import model302 from './models/model_302.json' with { type: 'json' }
import model303 from './models/model_303.json' with { type: 'json' }
import model307 from './models/model_307.json' with { type: 'json' }
import model701 from './models/model_701.json' with { type: 'json' }
import model702 from './models/model_702.json' with { type: 'json' }
import model703 from './models/model_703.json' with { type: 'json' }
import model704 from './models/model_704.json' with { type: 'json' }
import model714 from './models/model_714.json' with { type: 'json' }
import { inclinometer, location, referencePoint } from './site-models.ts'

/** A value of a model and its position, in registers from the model's ID. */
export interface Point {
  name: string
  type: string
  size: number
  offset: number
  /** Its power of ten, or the name of the point that holds it. */
  scale: string | number
}

export interface Model {
  id: number
  points: ReadonlyMap<string, Point>
  /**
   * Repeating group, with offsets from its own start. `count`: the point with their number; null: to the model's end.
   */
  repeated: { points: ReadonlyMap<string, Point>; size: number; count: string | null } | null
  /** Registers before the first repeat. */
  fixedSize: number
}

interface JsonPoint {
  name: string
  type: string
  size: number
  sf?: string | number
}
interface JsonGroup {
  points: JsonPoint[]
  groups?: (JsonGroup & { count?: number | string })[]
}

/** Number type of each point type; other types are texts or padding. */
export const numberTypeOf: Readonly<Record<string, NumberType>> = {
  int16: 'int16',
  sunssf: 'int16',
  uint16: 'uint16',
  enum16: 'uint16',
  bitfield16: 'uint16',
  acc16: 'uint16',
  count: 'uint16',
  int32: 'int32',
  uint32: 'uint32',
  enum32: 'uint32',
  bitfield32: 'uint32',
  acc32: 'uint32',
  int64: 'int64',
  uint64: 'uint64',
  acc64: 'uint64',
  float32: 'float32',
}

function placed(points: readonly JsonPoint[], from: number): Map<string, Point> {
  let offset = from
  return new Map(
    points.map(({ name, type, size, sf }) => {
      const point = { name, type, size, offset, scale: sf ?? 0 }
      offset += size
      return [name, point]
    }),
  )
}

const sizeOf = (points: readonly JsonPoint[]): number => points.reduce((sum, { size }) => sum + size, 0)

function modelOf(json: { id: number; group: JsonGroup }): Model {
  const fixedSize = sizeOf(json.group.points)
  const [group] = (json.group.groups ?? []).filter(({ count }) => count !== undefined)
  return {
    id: json.id,
    points: placed(json.group.points, 0),
    repeated: group
      ? {
          points: placed(group.points, 0),
          size: sizeOf(group.points),
          count: countOf(json.group.points, group.count),
        }
      : null,
    fixedSize,
  }
}

/** Some definitions name the counting point; others have one although they say 0. */
function countOf(points: readonly JsonPoint[], count: number | string | undefined): string | null {
  if (typeof count === 'string') return count
  return points.find(({ type }) => type === 'count')?.name ?? null
}

/** Supported models, as the SunSpec Alliance defines them (Apache-2.0, see `models/LICENSE`). */
export const models: ReadonlyMap<number, Model> = new Map(
  [
    model1,
    model101,
    model102,
    model103,
    model111,
    model112,
    model113,
    model120,
    model121,
    model122,
    model123,
    model124,
    model160,
    model302,
    model303,
    inclinometer,
    location,
    referencePoint,
    model307,
    model701,
    model702,
    model703,
    model704,
    model714,
  ].map((json) => [json.id, modelOf(json)]),
)
