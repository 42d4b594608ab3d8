import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readRest } from './save-station.ts'

const stationId = '0b54c1a4-3f0e-4c39-9f0c-3f4d2c7a1e01'
const all = Array.from({ length: 450 }, (_, nth) => ({ id: `device-${nth}` }))
const open = XMLHttpRequest.prototype.open
let server: Server

beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    response.setHeader('content-type', 'application/json')
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://service')
    const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('pageSize'))]
    const isDevices = pathname.endsWith('/devices') && searchParams.get('stationId') === stationId
    const data = isDevices ? all.slice((page - 1) * size, page * size) : []
    response.end(JSON.stringify({ success: true, data, total: isDevices ? all.length : 0 }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  XMLHttpRequest.prototype.open = function (method: string, url: string | URL, ...rest: unknown[]) {
    return Reflect.apply(open, this, [method, new URL(url, origin).href, ...rest]) as undefined
  }
})
afterAll(() => {
  XMLHttpRequest.prototype.open = open
  server.closeAllConnections()
  server.close()
})

test('the form of a station has all of its devices: those that it does not name leave the station', async () => {
  const { deviceIds } = await readRest(stationId)
  expect(deviceIds).toEqual(all.map(({ id }) => id))
})
