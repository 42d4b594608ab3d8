import { reachableStations, type ThingId, thingStation } from '../../access/queries/access.ts'
import type { PageAsk } from '../../base/page-end.ts'
import { edgeIn, type LogOrder, readLog, takePage } from '../../access/queries/log-page.ts'
import { instant } from '../../database/instant.ts'
import { builder, likeOf, type Session, type Transaction } from '../../database/session.ts'

export interface OperationFilter {
  stationId?: string
  deviceId?: string
  search?: string
  userName?: string
  action?: string
  outcome?: 'done' | 'refused'
  /** Error code of the refusal. */
  code?: string
  from?: number
  to?: number
}

const order: LogOrder = {
  time: { column: 'operation.day', type: 'date' },
  place: { column: 'operation.no', type: 'integer', isDown: true },
}

/** One page of the account's own operations and of those at stations whose logs it may see; newest first. */
export async function findOperations(
  db: Session,
  accountId: string,
  now: number,
  filter: OperationFilter,
  page: PageAsk,
) {
  const { stationId, deviceId, search, userName, action, outcome, code, from, to } = filter
  const pattern = likeOf(search ?? '')
  const found = builder(db)
    .selectFrom('operation')
    .where((where) =>
      where.or([
        where('account_id', '=', accountId),
        where('station_id', 'in', reachableStations(db, accountId, now, 'logs')),
      ]),
    )
    // Filtering by a station needs the right to its log; own rows are listed without this filter.
    .$if(stationId !== undefined, (query) =>
      query
        .where('station_id', '=', stationId ?? '')
        .where('station_id', 'in', reachableStations(db, accountId, now, 'logs')),
    )
    .$if(deviceId !== undefined, (query) =>
      query
        .where('device_id', '=', deviceId ?? '')
        .where('station_id', 'in', reachableStations(db, accountId, now, 'logs')),
    )
    .$if(search !== undefined, (query) =>
      query.where((where) =>
        where.or([
          where('user_name', 'ilike', pattern),
          where('action', 'ilike', pattern),
          where('error_code', 'ilike', pattern),
          // Names that are hidden from the reader must not match the search.
          where.and([
            where.or([where('station_name', 'ilike', pattern), where('device_name', 'ilike', pattern)]),
            where.or([
              where('error_code', 'is', null),
              where('station_id', 'in', reachableStations(db, accountId, now, 'view')),
            ]),
          ]),
        ]),
      ),
    )
    .$if(userName !== undefined, (query) => query.where('user_name', 'ilike', likeOf(userName ?? '')))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(outcome === 'done', (query) => query.where('error_code', 'is', null))
    .$if(outcome === 'refused', (query) => query.where('error_code', 'is not', null))
    .$if(code !== undefined, (query) => query.where('error_code', '=', code ?? ''))
    .$if(from !== undefined, (query) => query.where('at', '>=', instant(from ?? 0)))
    .$if(to !== undefined, (query) => query.where('at', '<', instant(to ?? 0)))
  const shown = found
    .select(['id', 'at', 'account_id', 'user_name', 'action', 'error_code', 'trace_id', 'api_key'])
    .select((of) =>
      // A refused write may name a thing whose existence the reader must not learn.
      (['station_id', 'station_name', 'device_id', 'device_name'] as const).map((column) =>
        of
          .case()
          .when(
            of.or([
              of('error_code', 'is', null),
              of('station_id', 'in', reachableStations(db, accountId, now, 'view')),
            ]),
          )
          .then(of.ref(column))
          .else(null)
          .end()
          .as(column),
      ),
    )
    .select(edgeIn(order))
  const count = () => found.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return readLog(
    page,
    async () => (await count()).total,
    (read) => takePage(shown, order, read).execute(),
  )
}

/** Station of the thing that a request names; undefined: there is no such thing. */
export async function findPlace(db: Session, kind: ThingId, id: string) {
  return builder(db)
    .selectFrom('station')
    .select(['station.id as stationId', 'station.name as stationName'])
    .where('station.id', '=', thingStation(kind, id))
    .executeTakeFirst()
}

export async function findDeviceName(db: Session, deviceId: string) {
  return builder(db).selectFrom('device').select('name').where('id', '=', deviceId).executeTakeFirst()
}

export interface AuditHeadRow {
  day: string
  rows: number
  hash: Buffer
  signature: Buffer
  public_key: Buffer
  signed_at: number
}

export async function insertAuditHead(tx: Transaction, head: Omit<AuditHeadRow, 'signed_at'>, now: number) {
  await builder(tx)
    .insertInto('audit_head')
    .values({ ...head, signed_at: new Date(now) })
    .onConflict((on) => on.doNothing())
    .execute()
}

export async function findAuditHeads(
  db: Session,
  page: { limit: number; offset: number } | null,
): Promise<{ rows: AuditHeadRow[]; total: number }> {
  const rows = await builder(db)
    .selectFrom('audit_head')
    .selectAll()
    .orderBy('day', 'desc')
    .$if(page !== null, (query) => query.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
    .execute()
  const { total } = await builder(db)
    .selectFrom('audit_head')
    .select((of) => of.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}
