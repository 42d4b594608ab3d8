/**
 * Measures ingest beside a client on the same machine: whole days of backlog of one station after another, over HTTP,
 * gzip, one batch after the other per logger, with latest values, roll-ups and alarms. Run it directly:
 *   node packages/service/src/testing/ingest-rate.ts [stations] [devices per station] [days]
 */
import { mkdtempSync, chmodSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import type { DeviceFrame } from '@helioport/contract/ingest'
import { readEnvironment } from '../settings.ts'
import { openSource } from '../start.ts'
import { startService } from '../start.ts'
import { createAccount } from '../rules/account.ts'

interface Plan {
  url: string
  key: string
  serial: string
  devices: string[]
  days: number
  until: number
}

async function main(): Promise<void> {
  const [stations = 2, devices = 24, days = 15] = process.argv.slice(2).map(Number)
  const folder = mkdtempSync(join(tmpdir(), 'helioport-rate-'))
  chmodSync(folder, 0o755)
  const service = await startService(
    { port: 0, dataFolder: folder, databaseUrl: undefined, now: Date.now, environment: readEnvironment({}) },
    console.error,
  )
  try {
    const opened = await openSource({ dataFolder: folder, databaseUrl: undefined }, console.error, () => false)
    await createAccount(
      { db: opened.db, now: Date.now },
      { userName: 'rate', email: 'rate@example.org', role: 'owner', stateName: '', password: 'a password' },
    )
    await post(service.url, '/session', { account: 'rate', password: 'a password' })
    const plans = await Promise.all(
      Array.from({ length: stations }, (_, nth) => plant(service.url, nth, devices, days)),
    )
    const start = performance.now()
    const cpu = process.cpuUsage()
    await Promise.all(plans.map((plan) => inWorker(plan)))
    const seconds = (performance.now() - start) / 1000
    const rows = stations * devices * days * 288
    const used = process.cpuUsage(cpu)
    console.log(
      `${rows} frames in ${seconds.toFixed(1)} s: ${Math.round(rows / seconds)} frames/s; ` +
        `CPU of service and client ${((used.user + used.system) / 1e6).toFixed(1)} s`,
    )
    const { rows: sizes } = await opened.db.pool.query(
      `select sum(pg_total_relation_size(inhrelid)) / $1::float8 as bytes_per_row from pg_inherits
       where inhparent = 'device_sample'::regclass`,
      [rows],
    )
    console.log(`bytes per frame on disk, index included: ${Math.round(sizes[0].bytes_per_row)}`)
    await opened.close()
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function post(url: string, path: string, body: object): Promise<{ id: string; key: string; serial: string }> {
  const response = await fetch(`${url}/api/web/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', cookie },
    body: JSON.stringify(body),
  })
  cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
  const reply = (await response.json()) as { success: boolean; data: { id: string; key: string; serial: string } }
  if (!reply.success) throw new Error(JSON.stringify(reply))
  return reply.data
}

async function plant(url: string, nth: number, devices: number, days: number): Promise<Plan> {
  const station = await post(url, '/stations', {
    name: `Plant ${nth}`,
    installedOn: '2020-01-01',
    capacityKwp: devices * 60,
    energyBaseKwh: 0,
    temperatureCoefficient: -0.004,
    description: '',
    latitude: 24,
    longitude: 120.6,
    timeZone: 'Asia/Taipei',
    address: '',
    price: 4,
    currency: 'TWD',
    sortNumber: nth,
  })
  const logger = await post(url, '/loggers', { stationId: station.id, serial: `LOGGER-RATE-${1000 + nth}` })
  const serials = Array.from({ length: devices }, (_, index) => `RATE-${nth}-${index}`)
  for (const serial of serials) {
    await post(url, '/devices', {
      loggerId: logger.id,
      serial,
      name: serial,
      model: 'PV60000T',
      ratedPowerW: 60_000,
      capacityKwp: 60,
      mpptCount: 4,
      stringCount: 8,
      installedOn: '2020-01-01',
      supportsReactivePower: true,
      supportsIvScan: true,
      sortNumber: 0,
    })
  }
  const until = Math.floor(Date.now() / 86_400_000) * 86_400_000
  return { url, key: logger.key, serial: logger.serial, devices: serials, days, until }
}

function inWorker(plan: Plan): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: plan })
    worker.on('error', reject)
    worker.on('exit', () => resolve())
  })
}

/** A day of all devices per batch (6,912 rows with 24 devices), 29 values a frame. */
async function sendBacklog(plan: Plan): Promise<void> {
  const counters = plan.devices.map(() => 1000)
  for (let day = 0; day < plan.days; day += 1) {
    const from = plan.until - (plan.days - day) * 86_400_000
    const frames: DeviceFrame[] = []
    for (let bin = 0; bin < 288; bin += 1) {
      plan.devices.forEach((serial, index) => frames.push(frameAt(serial, from + bin * 300_000, index, counters)))
    }
    const body = { logger: plan.serial, seq: day, loggerTime: plan.until, uptimeS: 1, devices: frames }
    const response = await fetch(`${plan.url}/api/ingest/v1/frames`, {
      method: 'POST',
      headers: {
        authorization: `Logger ${plan.key}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body: gzipSync(JSON.stringify(body), { level: 1 }),
    })
    const reply = (await response.json()) as { data?: { accepted: number } }
    if (reply.data?.accepted !== frames.length) throw new Error(JSON.stringify(reply).slice(0, 500))
  }
  parentPort?.close()
}

const tenths = (value: number) => Math.round(value * 10) / 10

function frameAt(serial: string, at: number, index: number, counters: number[]): DeviceFrame {
  const hour = ((at / 3_600_000 + 8) % 24) - 6
  const sun = hour > 0 && hour < 12 ? Math.sin((hour / 12) * Math.PI) : 0
  const powerW = tenths(sun * (52_000 + 10 * index + (at % 977)))
  const counter = (counters[index] ?? 0) + powerW / 12_000
  counters[index] = counter
  const amps = tenths(powerW / 3 / 230)
  return {
    serial,
    at,
    mode: sun > 0 ? 3 : 1,
    errorWord: 0,
    powerW,
    reactiveVar: 0,
    powerFactor: 1,
    frequencyHz: 60.01,
    acVoltageV: [230.1, 229.8, 230.4],
    acCurrentA: [amps, amps, amps],
    dcPowerW: tenths(powerW * 1.02),
    mpptVoltageV: [620.1, 618.4, 615.9, 622.2],
    mpptCurrentA: [amps, amps, amps, amps],
    stringCurrentA: [9.1, 9.2, 9.1, 9.3, 9.1, 9.2, 9.1, 9.3],
    cabinetC: 41.5,
    energyTotalKwh: Math.round(counter * 100) / 100,
    hoursTotal: 1234,
  }
}

let cookie = ''

if (isMainThread) await main()
else await sendBacklog(workerData as Plan)
