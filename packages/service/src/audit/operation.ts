import type { Operation } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { type ThingId, thingIds } from '../access/queries/access.ts'
import { appendOperation } from './queries/operation-chain.ts'
import { findDeviceName, findOperations, findPlace, type OperationFilter } from './queries/operation.ts'
import type { Service } from '../base/service.ts'
import { type PageQuery, windowOf } from '../base/page.ts'

/** A requested write: account, action, things, and outcome. */
export interface Attempt {
  account: { accountId: string; userName: string; key: { name: string } | null } | null
  /** The endpoint. */
  action: string
  /** Ids in the request, and those of things that it made. */
  named: Readonly<Record<string, unknown>>
  /** Null: done. */
  errorCode: string | null
  traceId: string
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const idOf = (value: unknown): string | undefined => {
  const [one] = [value].flat()
  return typeof one === 'string' && uuid.test(one) ? one : undefined
}

/** Adds the attempt to the log. Unknown ids in the request leave no trace in it. */
export async function recordOperation(service: Service, attempt: Attempt): Promise<void> {
  const { account, action, named, errorCode, traceId } = attempt
  const place = await placeOf(service, named)
  const deviceId = idOf(named.deviceId ?? named.deviceIds)
  const device = deviceId === undefined ? undefined : await findDeviceName(service.db.read, deviceId)
  await service.db.transaction((tx) =>
    appendOperation(tx, {
      at: service.now(),
      accountId: account?.accountId ?? null,
      userName: account?.userName ?? '',
      action,
      stationId: place?.stationId ?? null,
      stationName: place?.stationName ?? null,
      deviceId: (device && deviceId) ?? null,
      deviceName: device?.name ?? null,
      errorCode,
      traceId,
      apiKey: account?.key?.name ?? null,
    }),
  )
}

async function placeOf(service: Service, named: Readonly<Record<string, unknown>>) {
  for (const kind of thingIds as readonly ThingId[]) {
    const id = idOf(named[kind] ?? named[`${kind}s`])
    const place = id === undefined ? undefined : await findPlace(service.db.read, kind, id)
    if (place) return place
  }
  return undefined
}

export interface OperationQuery extends PageQuery, Omit<OperationFilter, 'from' | 'to'> {
  from?: string
  to?: string
}

/** One page of the log, newest first. */
export async function listOperations(service: Service, accountId: string, query: OperationQuery) {
  const { from, to, page: _page, pageSize: _size, near: _near, ...same } = query
  const filter = {
    ...same,
    ...(from !== undefined && { from: Date.parse(from) }),
    ...(to !== undefined && { to: Date.parse(to) }),
  }
  const { rows, ...place } = await findOperations(service.db.read, accountId, service.now(), filter, windowOf(query))
  const data = rows.map((row): Operation => ({
    id: row.id,
    at: iso(row.at),
    accountId: row.account_id,
    userName: row.user_name,
    action: row.action,
    stationId: row.station_id,
    stationName: row.station_name,
    deviceId: row.device_id,
    deviceName: row.device_name,
    errorCode: row.error_code,
    traceId: row.trace_id,
    apiKey: row.api_key,
  }))
  return { data, ...place }
}
