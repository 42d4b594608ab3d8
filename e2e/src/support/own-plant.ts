import { apiBasePath, ingestBasePath, sampleMinutes } from '@helioport/contract'
import type { DeviceFrame, IngestReply } from '@helioport/contract/ingest'
import { type APIRequestContext, expect, request } from 'playwright/test'
import { portal } from './portal.ts'

/** Posts to the v1 API and returns `data`; any refusal fails the test. */
export async function post<T>(api: APIRequestContext, path: string, data: unknown = {}): Promise<T> {
  const reply = await api.post(`${apiBasePath}${path}`, { data })
  expect(reply.status(), `${path}: ${await reply.text()}`).toBe(200)
  return ((await reply.json()) as { data: T }).data
}

export interface WaitingDevice {
  id: string
  name: string
  serial: string
  loggerSerial: string
  send: (frames: readonly DeviceFrame[]) => Promise<void>
}

/** Adds an inverter of 10 kW on a logger of its own; neither belongs to a station yet. */
export async function addWaitingDevice(api: APIRequestContext, mark: string): Promise<WaitingDevice> {
  const loggerSerial = `E2E-LOGGER-${mark}`
  const logger = await post<{ id: string; key: string }>(api, '/loggers', { serial: loggerSerial })
  const serial = `E2E-${mark}`
  const name = `Inverter ${mark}`
  const { id } = await post<{ id: string }>(api, '/devices/unassigned', {
    loggerId: logger.id,
    serial,
    name,
    model: 'M 10',
    ratedPowerW: 10_000,
    capacityKwp: 10,
    mpptCount: 2,
    stringCount: 2,
    installedOn: '2026-01-01',
    supportsReactivePower: true,
    supportsIvScan: false,
    sortNumber: 1,
  })
  const door = await request.newContext({ extraHTTPHeaders: { Authorization: `Logger ${logger.key}` } })
  const send = async (devices: readonly DeviceFrame[]) => {
    const data = { logger: loggerSerial, seq: 0, loggerTime: Date.now(), uptimeS: 1, devices }
    const reply = await door.post(`${portal().url}${ingestBasePath}/frames`, { data })
    expect(reply.status(), await reply.text()).toBe(200)
    expect(((await reply.json()) as { data: IngestReply }).data.rejected).toEqual([])
  }
  return { id, name, serial, loggerSerial, send }
}

/** Constant 5 kW from `from` to `to` (epoch ms): a twelfth of 5 kWh per sample. */
export function steadyFrames(serial: string, from: number, to: number): DeviceFrame[] {
  const stepMs = sampleMinutes * 60_000
  return Array.from({ length: Math.floor((to - from) / stepMs) }, (_, at) => ({
    serial,
    at: from + at * stepMs,
    mode: 3,
    errorWord: 0,
    powerW: 5000,
    energyTotalKwh: 100 + (at * 5) / 12,
  }))
}
