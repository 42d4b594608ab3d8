import type { Readable } from 'node:stream'
import { to as copyTo } from 'pg-copy-streams'
import { clientOf, query, type Transaction } from '../../database/session.ts'
import type { CopiedFile } from './copied.ts'

/** Things per step: a process that dies repeats at most one step. */
const batch = 50
const patience = '10min'
const first = { stations: '00000000-0000-0000-0000-000000000000', devices: '0', loggers: '0', picture: '' }

const things = {
  stations: 'select id::text as key from station where account_id = $1 and id > $2::uuid order by id limit $3',
  devices: 'select no::text as key from device where account_id = $1 and no > $2::integer order by no limit $3',
  loggers: 'select no::text as key from logger where account_id = $1 and no > $2::integer order by no limit $3',
  picture: 'select id::text as key from picture where account_id = $1 and id > $2::uuid order by id limit $3',
} as const

/** The keys that follow `after` (empty: the first ones) in a fixed order; empty: there are no more. */
export async function findNext(
  tx: Transaction,
  accountId: string,
  kind: keyof typeof things,
  after: string,
  isOne: boolean,
): Promise<string[]> {
  const from = after === '' ? (kind === 'picture' ? first.stations : first[kind]) : after
  const { rows } = await query<{ key: string }>(tx, things[kind], [accountId, from, isOne ? 1 : batch])
  return rows.map(({ key }) => key)
}

/** Serial of a device or logger, safe as part of a file name. */
export async function findSerial(tx: Transaction, table: 'device' | 'logger', no: number): Promise<string> {
  const { rows } = await query<{ serial: string }>(tx, `select serial from ${table} where no = $1`, [no])
  return (rows[0]?.serial ?? '').replaceAll(/[^\w.-]/g, '_')
}

export async function findPicture(tx: Transaction, id: string) {
  const { rows } = await query<{ type: string; bytes: Buffer | null; object_key: string | null }>(
    tx,
    'select type, bytes, object_key from picture where id = $1',
    [id],
  )
  return rows[0]
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const day = /^\d{4}-\d{2}-\d{2}$/

/** COPY takes no parameters: only validated ids, numbers and days are inserted into its text. */
function literal(value: string | number | readonly string[]): string {
  if (typeof value === 'number') return String(Math.trunc(value))
  if (Array.isArray(value)) {
    if (!value.every((each: string) => uuid.test(each) || /^\d+$/.test(each))) throw new Error('no list of ids')
    return `'{${value.join(',')}}'`
  }
  if (typeof value !== 'string' || !(uuid.test(value) || day.test(value))) throw new Error('neither an id nor a day')
  return `'${value}'`
}

/** Lines of a file: CSV with a header, or one JSON object per line. Must be read to its end before the next query. */
export async function readLines(
  tx: Transaction,
  { from, without = [], csv }: CopiedFile,
  values: readonly (string | number | readonly string[])[],
): Promise<Readable> {
  await query(tx, `set local statement_timeout = '${patience}'`)
  const rows = from.replaceAll(/\$(\d)/g, (_, nth: string) => literal(values[Number(nth) - 1] ?? ''))
  const json = `select (to_jsonb(own) - '{${without.join(',')}}'::text[])::text from (${rows}) own`
  // JSON has no control characters, so COPY never quotes it.
  const text = csv
    ? `copy (${rows}) to stdout (format csv, header)`
    : `copy (${json}) to stdout (format csv, quote E'\\x01', delimiter E'\\x02')`
  return clientOf(tx).query(copyTo(text))
}
