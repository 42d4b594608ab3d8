import type { LoggerCurves, LoggerCommand, LoggerStep } from '@helioport/contract/ingest'
import { hashSecret } from '../base/secret.ts'
import type { LightMyRequestResponse } from 'fastify'
import type { Person, TestPortal } from './test-portal.ts'

/** A logger's client of the command endpoints, over HTTP with its own key. */
export interface CommandLogger {
  next: () => Promise<LoggerCommand | null>
  /** HTTP status, and whether it may proceed. */
  step: (order: { taskId: string }, step: LoggerStep) => Promise<{ status: number; proceed: boolean | undefined }>
  curves: (order: { taskId: string }, curves: LoggerCurves) => Promise<{ status: number; proceed: boolean | undefined }>
  post: (path: string, payload: unknown, headers?: Record<string, string>) => Promise<LightMyRequestResponse>
}

/** Adds a key that the test knows to the logger. */
export async function commandLogger(portal: TestPortal, loggerId: string): Promise<CommandLogger> {
  const key = `key-of-${loggerId}`
  await portal.db.kysely
    .insertInto('logger_key')
    .values({ logger_id: loggerId, key_hash: hashSecret(key), created_at: new Date(portal.clock.now) })
    .onConflict((on) => on.doNothing())
    .execute()
  const post: CommandLogger['post'] = (path, payload, headers = {}) =>
    portal.app.inject({
      method: 'POST',
      url: `/api/ingest/v1/commands${path}`,
      headers: { authorization: `Logger ${key}`, 'content-type': 'application/json', ...headers },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
  const answer = async (path: string, payload: unknown) => {
    const response = await post(path, payload)
    const { data } = response.json<{ data?: { proceed: boolean } }>()
    return { status: response.statusCode, proceed: data?.proceed }
  }
  return {
    post,
    next: async () => (await post('/next', { waitS: 0 })).json<{ data: { order: LoggerCommand | null } }>().data.order,
    step: (order, step) => answer(`/${order.taskId}/steps`, step),
    curves: (order, curves) => answer(`/${order.taskId}/curves`, curves),
  }
}

/** Marks all sessions of the person as proved now. */
export async function prove(portal: TestPortal, person: Person): Promise<void> {
  await portal.db.kysely
    .updateTable('session')
    .set({ proved_at: new Date(portal.clock.now) })
    .where('account_id', '=', person.accountId)
    .execute()
}

/** Executes all commands as a logger does; `registers`: power factor by serial. Returns the number of commands. */
export async function carryOutCommands(
  logger: CommandLogger,
  registers: Map<string, number>,
  stuck: ReadonlySet<string> = new Set(),
): Promise<number> {
  for (let orders = 0; ; orders += 1) {
    const order = await logger.next()
    if (!order) return orders
    const { lease, serial } = order
    const powerFactor = registers.get(serial) ?? 1
    if (order.action === 'setPowerFactor') {
      const { proceed } = await logger.step(order, { lease, step: 'delivered', powerFactor })
      if (!proceed) continue
      if (!stuck.has(serial)) registers.set(serial, order.powerFactor ?? 1)
      await logger.step(order, { lease, step: 'written' })
    }
    await logger.step(order, { lease, step: 'readBack', powerFactor: registers.get(serial) ?? 1 })
  }
}
