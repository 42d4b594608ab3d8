import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openFronius } from '../fronius/fronius-source.ts'
import { openShelly } from '../shelly/shelly-source.ts'
import { SourceAway } from '../source/trouble.ts'
import { addressOf } from './address.ts'
import { getJson, HttpRefusal, jsonWithin } from './get-json.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

/** `host:port` of a device with one answer to everything. */
async function deviceThat(answers: RequestListener): Promise<string> {
  const server = createServer(answers)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const saying =
  (body: string, status = 200): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body)
  }

const halfway: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-length': '1000' })
  response.write('{"Head":')
  setImmediate(() => response.destroy())
}

const endless: RequestListener = (_request, response) => {
  response.writeHead(200)
  const more = () => {
    while (response.write('0'.repeat(65_536)));
  }
  response.on('drain', more)
  more()
}

const elsewhere: RequestListener = (_request, response) => {
  response.writeHead(302, { location: 'http://127.0.0.1:9/' })
  response.end()
}

/** Faulty answers of devices and of other programs, and whether they count as "away". */
const faults: [name: string, answers: RequestListener, isAway: boolean][] = [
  ['half a JSON', saying('{"Head":{"Status":{"Code":0'), true],
  ['a page', saying('<!doctype html><title>Login</title>'), true],
  ['nothing', saying(''), true],
  ['404', saying('not found', 404), true],
  ['500', saying('{}', 500), true],
  ['a connection that breaks', halfway, true],
  ['an answer without an end', endless, true],
  ['another address', elsewhere, true],
  ['silence', () => undefined, true],
  ['null', saying('null'), false],
  ['a list', saying('[1,2,3]'), false],
  ['a number', saying('12'), false],
  ['an object of something else', saying('{"__proto__":{"mac":"A8032ABE54DC"},"constructor":1}'), false],
]

describe.each([
  ['fronius', openFronius],
  ['shelly', openShelly],
] as const)('%s', (_name, open) => {
  test.each(faults)('an answer of %s gives an error and no reading', async (_fault, answers, isAway) => {
    const source = open(await deviceThat(answers), { getJson: jsonWithin(300), now: () => 0 })
    const error: unknown = await source.read().then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(Error)
    expect(error instanceof SourceAway).toBe(isAway)
  })
})

test('a closed port is SourceAway', async () => {
  await expect(getJson('http://127.0.0.1:9/')).rejects.toThrow(SourceAway)
})

test('stops reading an endless answer at 1000000 bytes', async () => {
  const host = await deviceThat(endless)
  await expect(jsonWithin(60_000)(`http://${host}/`)).rejects.toThrow(/more than 1000000 bytes/)
})

test('a refusal carries the challenge of the device', async () => {
  const host = await deviceThat((_request, response) => {
    response.writeHead(401, { 'www-authenticate': 'X-Digest realm="r", nonce="n"' })
    response.end('no')
  })
  const error: unknown = await getJson(`http://${host}/`).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(HttpRefusal)
  expect((error as HttpRefusal).challenge).toContain('X-Digest')
})

test('accepts addresses with or without scheme, port, path and credentials', () => {
  expect(addressOf(' 192.168.1.5 ').base).toBe('http://192.168.1.5')
  expect(addressOf('HTTPS://inverter.local:8443/api/').base).toBe('https://inverter.local:8443/api')
  expect(addressOf('http://me:a%20b@host')).toEqual({ base: 'http://host', user: 'me', password: 'a b' })
})
