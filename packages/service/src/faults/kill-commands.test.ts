import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandDetail } from '@helioport/contract'
import type { LoggerCommand, LoggerStep, LoggerStepReply, NextCommandReply } from '@helioport/contract/ingest'
import { addHttpPlant, type HttpCaller, type HttpPlant, signInOver } from '../testing/http-plant.ts'
import { type ServiceProcess, startServiceProcess } from '../testing/service-process.ts'
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { frame } from '../testing/test-portal.ts'

let database: TestDatabase
let folder: string
let running: ServiceProcess
let standby: Promise<ServiceProcess>
let plant: HttpPlant
let owner: HttpCaller
let commandId: string

const launch = () =>
  startServiceProcess(folder, { DATABASE_URL: database.databaseUrl, DATABASE_OWNER_URL: database.ownerUrl })

beforeAll(async () => {
  database = await startTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'helioport-kill-'))
  chmodSync(folder, 0o755)
  running = await launch()
  standby = launch()
  owner = await signInOver(running.url, database.db, 'owner')
  plant = await addHttpPlant(running.url, owner)
  await database.db.kysely.updateTable('device').set({ supports_reactive_power: true }).execute()
  await plant.send(running.url, [frame(plant.serial, Date.now())])
  await owner.prove(running.url)
})
afterAll(async () => {
  await standby?.then((process) => process.end('SIGKILL')).catch(() => {})
  await running?.end('SIGKILL')
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Kills the service; another one replaces it on the same database. */
async function killAndReplace(): Promise<void> {
  const next = await standby
  await running.end('SIGKILL')
  running = next
  standby = launch()
  standby.catch(() => {})
}
const statesOf = async () => {
  const { data } = await owner.call<CommandDetail>(running.url, 'GET', `/commands/${commandId}`)
  return data.devices.flatMap(({ steps }) => steps.map(({ state }) => state))
}
const next = async () => (await plant.ask<NextCommandReply>(running.url, '/next', { waitS: 0 })).order
const tell = (order: LoggerCommand, step: Omit<LoggerStep, 'lease'>) =>
  plant.ask<LoggerStepReply>(running.url, `/${order.taskId}/steps`, { lease: order.lease, ...step })

test('a command is neither lost nor executed twice when the service is killed between its messages', async () => {
  const body = { deviceIds: [plant.deviceId], powerFactor: 0.9 }
  const created = await owner.call<CommandDetail>(running.url, 'POST', '/commands/reactive-power', body)
  expect(created.status).toBe(200)
  commandId = created.data.id
  await killAndReplace()

  // The command is sent, and the service dies before the logger acknowledges.
  const order = await next()
  if (!order) throw new Error('no order')
  await killAndReplace()
  expect(await statesOf()).toEqual(['QUEUED', 'SENT'])
  // The command is not handed out again during its lease.
  expect(await next()).toBeNull()

  // Execution is permitted, and the answer is lost with the service: a repeated step gets the same permission.
  expect(await tell(order, { step: 'delivered', powerFactor: 1 })).toEqual({ proceed: true })
  await killAndReplace()
  expect(await tell(order, { step: 'delivered', powerFactor: 1 })).toEqual({ proceed: true })
  await killAndReplace()

  // The value is written, and the logger reports it twice, as the first report was not answered.
  await tell(order, { step: 'written' })
  await killAndReplace()
  await tell(order, { step: 'written' })
  expect(await next()).toBeNull()
  expect(await tell(order, { step: 'readBack', powerFactor: 0.9 })).toEqual({ proceed: true })
  await killAndReplace()
  expect(await next()).toBeNull()
  expect(await statesOf()).toEqual(['QUEUED', 'SENT', 'DELIVERED', 'SUCCESSFUL', 'READ_BACK_OK'])
})

test("an order is executed exactly once when the service is killed during a logger's request", async () => {
  for (const powerFactor of [-0.9, 0.95, -0.85]) {
    const body = { deviceIds: [plant.deviceId], powerFactor }
    await owner.prove(running.url)
    const created = await owner.call<CommandDetail>(running.url, 'POST', '/commands/reactive-power', body)
    commandId = created.data.id
    const asked = next().catch(() => null)
    await killAndReplace()
    const held = await asked
    // If the answer was lost, the command may be leased: it is handed out again after 30 s, with a new lease.
    const order = held ?? (await next()) ?? (await afterLease())
    if (!order) throw new Error('the order is lost')
    expect(await tell(order, { step: 'delivered', powerFactor: 1 })).toEqual({ proceed: true })
    const late = { ...order, lease: order.lease - 1 }
    if (late.lease > 0) expect(await tell(late, { step: 'delivered', powerFactor: 1 })).toEqual({ proceed: false })
    await tell(order, { step: 'readBack', powerFactor })
    expect((await statesOf()).filter((state) => state === 'DELIVERED')).toHaveLength(1)
    expect((await statesOf()).at(-1)).toBe('READ_BACK_OK')
  }
})

/** Lets the 30 s of the lease end. */
async function afterLease(): Promise<LoggerCommand | null> {
  await database.db.kysely
    .updateTable('command_device')
    .set({ due_at: new Date(Date.now() - 1000) })
    .where('is_open', '=', true)
    .execute()
  return next()
}
