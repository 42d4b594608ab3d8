import { backwards, type Edge, keyOf, type PageRead } from './page-end.ts'

/** A part of a list whose order an index has. A list of several parts has them one after the other. */
export interface Run {
  where: string
  /** Columns with their directions; their values may be null. */
  keys: readonly string[]
  /** Columns that order rows with equal keys: never null, all in one direction. */
  place: readonly string[]
}

/**
 * Adds a value to the parameters of a statement and returns its placeholder. Without a cast the value gets the type of
 * the column that it is compared with.
 */
type Bind = (value: string) => string

interface Piece {
  where: string
  order: string
}

/** SQL of the sort values of a row, as text; selected as `edge`. */
export const edgeOf = ({ keys, place }: Run): string =>
  `array[${[...keys, ...place].map((key) => `${keyOf(key).column}::text`).join(', ')}]`

/**
 * The pieces that are read for a page, one after the other, each in the order of an index: the whole list, or the list
 * from one of its rows on.
 */
export function piecesOf(runs: readonly Run[], { isBackwards, from }: PageRead, bind: Bind): Piece[] {
  const asRead = (isBackwards ? runs.toReversed() : runs).map(({ where, keys, place }) => {
    const turn = isBackwards ? turnedKeys : (each: readonly string[]) => each
    return { where, keys: turn(keys), place: turn(place) }
  })
  const pieceOf = ({ where, ...run }: Run) => ({ where, order: [...run.keys, ...run.place].join(', ') })
  if (!from) return asRead.map(pieceOf)
  // If there are two runs, the second one has the rows with an unknown value.
  const isUnknown = runs.length > 1 && from.edge[0] === null
  const nth = isUnknown === isBackwards ? 0 : runs.length - 1
  const [within, ...behind] = asRead.slice(nth)
  if (!within) return []
  const rest = behindRow(within, from, bind).map((where) => ({ ...pieceOf(within), where }))
  return [...rest, ...behind.map(pieceOf)]
}

const turnedKeys = (keys: readonly string[]) => (keys.length === 0 ? keys : backwards(keys.join(', ')).split(', '))

/**
 * Conditions of the rows that follow a row, nearest first: rows that are equal in all keys and follow by place, then
 * rows that are equal in all keys but the last, and so on.
 */
function behindRow(run: Run, { edge, isIncluded }: { edge: Edge; isIncluded: boolean }, bind: Bind): string[] {
  const keys = run.keys.map(keyOf)
  const place = run.place.map(keyOf)
  const equal = (count: number) =>
    keys.slice(0, count).map(({ column }, nth) => {
      const value = edge[nth] ?? null
      return value === null ? `${column} is null` : `${column} = ${bind(value)}`
    })
  const compare = `${place[0]?.isDown ? '<' : '>'}${isIncluded ? '=' : ''}`
  const values = edge.slice(keys.length).map((value) => bind(value ?? ''))
  const after = `(${place.map(({ column }) => column).join(', ')}) ${compare} (${values.join(', ')})`
  const wheres = [[...equal(keys.length), after]]
  for (const [nth, { column, isDown, areNullsFirst }] of [...keys.entries()].toReversed()) {
    const value = edge[nth] ?? null
    if (value === null && areNullsFirst) wheres.push([...equal(nth), `${column} is not null`])
    if (value === null) continue
    wheres.push([...equal(nth), `${column} ${isDown ? '<' : '>'} ${bind(value)}`])
    if (!areNullsFirst) wheres.push([...equal(nth), `${column} is null`])
  }
  return wheres.map((parts) => [run.where, ...parts].join(' and '))
}

/**
 * SQL of the first `whole` rows of these pieces together: each piece is limited to the rows that the pieces before it
 * do not provide. `name`: prefix of the names of its subqueries, unique in the statement.
 */
export function inPieces(select: string, pieces: readonly Piece[], whole: string, name: string): string {
  const reads = pieces.map(({ where, order }) => `${select} and ${where} order by ${order} limit ${whole}`)
  if (reads.length === 1) return `(${reads[0]})`
  const names = reads.map((_, nth) => `${name}_${nth}`)
  const left = (nth: number) =>
    [whole, ...names.slice(0, nth).map((each) => `(select count(*) from ${each})`)].join(' - ')
  const parts = reads.map((read, nth) => {
    const some = nth === 0 ? read : `select * from (${read}) own limit (select greatest(0, ${left(nth)}))`
    return `${names[nth]} as materialized (${some})`
  })
  return `(with ${parts.join(', ')} ${names.map((each) => `select * from ${each}`).join(' union all ')})`
}
