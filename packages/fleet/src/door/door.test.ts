import { request } from 'node:http'
import { createSwitchboard, type Switchboard } from '../switchboard/switchboard.ts'
import { alarmCodes } from '@helioport/contract'
import { freiburg } from '../world/germany.ts'
import { askDoor } from './ask-door.ts'
import { createDoor, openDoor } from './door.ts'
import { orderFrom } from './order-from.ts'

const noon = Date.UTC(2026, 5, 21, 10)
const specs = [freiburg(1)]
const serial = specs[0]?.inverters[1]?.serial ?? ''

let board: Switchboard
let [saves, now, url] = [0, noon, '']
let app: ReturnType<typeof createDoor>
beforeEach(async () => {
  board = createSwitchboard(specs, 1)
  ;[saves, now] = [0, noon]
  app = createDoor({ specs, loggers: new Map([['freiburg', 'DL1']]), board, now: () => now, save: () => saves++ })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => app.close())

const order = (...words: string[]) => orderFrom(words[0] ?? '', words.slice(1), { plant: 'freiburg', serial })

test('lists plants with devices, and behaviours with parameters', async () => {
  expect(await askDoor(url, 'GET', '/plants')).toEqual([
    expect.objectContaining({
      key: 'freiburg',
      logger: 'DL1',
      devices: expect.arrayContaining([expect.objectContaining({ serial })]),
    }),
  ])
  const behaviours = (await askDoor(url, 'GET', '/behaviours')) as {
    name: string
    parameters: Record<string, unknown>
  }[]
  expect(behaviours.length).toBeGreaterThan(25)
  expect(behaviours.find(({ name }) => name === 'alarm')?.parameters).toEqual({
    code: expect.objectContaining({ of: [...alarmCodes] }),
  })
})

test('switches a behaviour on until off or for some minutes; saves each change and applies it to the device', async () => {
  const made = (await askDoor(url, 'POST', '/switches', order('alarm', 'code=A7'))) as { id: number }
  expect(made).toMatchObject({ plant: 'freiburg', serial, parameters: { code: 'A7' }, state: 'on', to: null })
  expect(board.devices('freiburg')(serial)).toHaveLength(1)
  now += 60_000
  await askDoor(url, 'DELETE', `/switches/${made.id}`)
  await askDoor(url, 'POST', '/switches', { plant: 'freiburg', behaviour: 'loggerOffline', minutes: 15 })
  expect(saves).toBe(3)
  expect(await askDoor(url, 'GET', '/switches')).toEqual([
    expect.objectContaining({ state: 'ended', to: new Date(now).toISOString() }),
    expect.objectContaining({ state: 'on', serial: null, to: new Date(now + 900_000).toISOString() }),
  ])
})

test.each([
  [order('headache'), 'behaviour.unknown', 404],
  [order('alarm', 'code=Z1'), 'parameter.outOfRange', 400],
  [order('alarm', 'kode=E1'), 'parameter.unknown', 400],
  [order('loggerOffline'), 'behaviour.wholePlantOnly', 400],
  [{ ...order('alarm'), plant: 'atlantis' }, 'plant.unknown', 404],
  [{ ...order('alarm'), serial: 'x' }, 'device.unknown', 404],
  [{ ...order('alarm'), minutes: -1 }, 'order.malformed', 400],
  [{ ...order('alarm'), colour: 'red' }, 'order.malformed', 400],
  [[], 'order.malformed', 400],
])('%j is refused with %s', async (body, code, status) => {
  const response = await fetch(`${url}/switches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({
    success: false,
    errorCode: code,
    errorMessage: expect.stringMatching(/.{8}/),
  })
  expect(board.switches).toEqual([])
  expect(saves).toBe(0)
})

test('invalid JSON, another content type, an unknown id and an unknown path have an error each', async () => {
  await expect(askDoor(url, 'DELETE', '/switches/7')).rejects.toThrow(/^switch\.unknown/)
  await expect(askDoor(url, 'DELETE', '/switches/x')).rejects.toThrow(/^switch\.unknown/)
  await expect(askDoor(url, 'GET', '/nothing')).rejects.toThrow(/^notFound/)
  const post = (type: string, body: string) =>
    fetch(`${url}/switches`, { method: 'POST', headers: { 'content-type': type }, body })
  expect((await post('application/json', '{')).status).toBe(400)
  expect((await post('text/plain', JSON.stringify(order('alarm')))).status).toBe(415)
})

test('refuses requests of web pages: a foreign host name, a foreign origin, a cross-site request', async () => {
  const status = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      request(`${url}/plants`, { headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })
  expect(await status({})).toBe(200)
  expect(await status({ host: 'evil.example' })).toBe(403)
  expect(await status({ origin: 'http://evil.example' })).toBe(403)
  expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403)
})

test('a port in use is reported with EADDRINUSE and advice', async () => {
  const settings = { specs, loggers: new Map<string, string>(), board, now: () => now, save: () => undefined }
  await expect(openDoor(settings, Number(new URL(url).port))).rejects.toThrow(/EADDRINUSE.*name another/)
})

test('a door that does not answer is reported with advice', async () => {
  await app.close()
  await expect(askDoor(url, 'GET', '/plants')).rejects.toThrow(/start it with --door/)
})
