import { createSocket } from 'node:dgram'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { GetJson } from '../http/get-json.ts'
import { HttpRefusal } from '../http/get-json.ts'
import { SourceAway, trouble } from '../source/trouble.ts'
import { discover, discoverDeps } from './discover.ts'
import { foundText } from './found.ts'
import { hostsIn, ownRanges } from './ranges.ts'
import { type ProbeModbus, scanHosts } from './scan.ts'
import { type ProbeGoodwe, type Stick, sticksWith } from './sticks.ts'

/** Answers by `address` and path; a host that is not named does not answer. */
const house = (devices: Readonly<Record<string, Readonly<Record<string, unknown>>>>) => {
  const asked: string[] = []
  const getJson: GetJson = async (url) => {
    const { hostname, pathname } = new URL(url)
    asked.push(`${hostname}${pathname}`)
    const answers = devices[hostname]
    if (!answers) throw new SourceAway(trouble('noAnswer', { place: url }))
    const answer = answers[pathname]
    if (answer instanceof Error) throw answer
    if (answer === undefined) throw new HttpRefusal(url, 404, null)
    return answer
  }
  return { asked, getJson }
}
const noModbus: ProbeModbus = () => Promise.resolve(null)

describe('ranges', () => {
  test('a network without its first and last address; each address once', () => {
    expect(hostsIn(['192.168.1.0/24'])).toHaveLength(254)
    expect(hostsIn(['192.168.1.77/30', '192.168.1.78'])).toEqual(['192.168.1.77', '192.168.1.78'])
    expect(hostsIn(['10.0.0.8/31'])).toEqual(['10.0.0.8', '10.0.0.9'])
  })

  test.each(['8.8.8.8', '172.32.0.1', '0.0.0.0/24', '192.167.255.0/24', '224.0.0.251', '100.64.0.1'])(
    '%s is not private',
    (range) => expect(() => hostsIn([range])).toThrow(/only private/),
  )

  test.each(['192.168.1', '192.168.1.256', 'router.local', '192.168.1.0/33', '192.168.1.0/24/2', '::1', ''])(
    '"%s" is not a range',
    (range) => expect(() => hostsIn([range])).toThrow(/no range/),
  )

  test('refuses more than 1024 addresses', () => {
    expect(() => hostsIn(['10.0.0.0/16'])).toThrow(/more than 1024/)
    expect(() => hostsIn(['10.0.0.0/22', '10.0.8.0/22'])).toThrow(/more than 1024/)
  })

  test('defaults to the networks of this machine’s private addresses', () => {
    const info = { netmask: '', mac: '', internal: false, cidr: null }
    const lo = { ...info, internal: true, family: 'IPv4' as const, address: '127.0.0.1' }
    const v4 = (address: string) => ({ ...info, family: 'IPv4' as const, address })
    const v6 = { ...info, family: 'IPv6' as const, address: 'fe80::1', scopeid: 1 }
    expect(ownRanges({ lo: [lo], eth0: [v4('192.168.7.9'), v6], wan: [v4('80.1.2.3')], none: undefined })).toEqual([
      '192.168.7.0/24',
    ])
  })
})

describe('a scan', () => {
  test('opens at most 32 connections, one per host, and only listed ports', async () => {
    const open = new Map<string, number>()
    const ports = new Set<number>()
    let most = 0
    const openPort = async (address: string, port: number) => {
      ports.add(port)
      open.set(address, (open.get(address) ?? 0) + 1)
      expect(open.get(address)).toBe(1)
      most = Math.max(most, [...open.values()].filter((count) => count > 0).length)
      await new Promise((resolve) => setImmediate(resolve))
      open.set(address, 0)
      return false
    }
    const found = await scanHosts(hostsIn(['192.168.1.0/24']), { openPort, probeModbus: noModbus, ...house({}) })
    expect(found).toEqual([])
    expect(most).toBe(32)
    expect([...ports].sort((a, b) => a - b)).toEqual([80, 502, 1502, 6607, 8899])
  })

  test('probes a Modbus device once, on its first open port', async () => {
    const probed: string[] = []
    const openPort = (_address: string, port: number) => Promise.resolve(port === 502 || port === 1502)
    const probeModbus: ProbeModbus = (address, port) => {
      probed.push(`${address}:${port}`)
      return Promise.resolve({
        kind: 'sunspec',
        model: 'SolarEdge SE5K',
        serial: '7F00',
        source: `sunspec=${address}:${port}`,
      })
    }
    const found = await scanHosts(['192.168.1.20'], { openPort, probeModbus, ...house({}) })
    expect(probed).toEqual(['192.168.1.20:502'])
    expect(found.map(({ kind, serial }) => [kind, serial])).toEqual([['sunspec', '7F00']])
  })

  test('a failing probe does not stop the scan', async () => {
    const openPort = (_address: string, port: number) => Promise.resolve(port === 502)
    const found = await scanHosts(['192.168.1.20', '192.168.1.21'], {
      openPort,
      probeModbus: () => Promise.reject(new Error('busy')),
      ...house({}),
    })
    expect(found.map(({ kind, source }) => [kind, source])).toEqual([
      ['modbus', null],
      ['modbus', null],
    ])
  })
})

describe('devices of a house', () => {
  const devices = {
    '192.168.1.5': { '/solar_api/GetAPIVersion.cgi': { APIVersion: 1, BaseURL: '/solar_api/v1/' } },
    '192.168.1.7': { '/shelly': { mac: 'A8032ABE54DC', app: 'ProEM50', gen: 2, auth_en: true } },
    '192.168.1.8': { '/v1/status': new HttpRefusal('', 401, 'X-Digest realm="r", nonce="n"') },
    '192.168.1.9': { '/api/livedata/status': { inverters: [], total: {} } },
    '192.168.1.1': { '/': 'router' },
    '192.168.1.2': { '/shelly': new SourceAway(trouble('http.noJson', { place: 'http://192.168.1.2/shelly' })) },
  }
  const probeGoodwe: ProbeGoodwe = (address) =>
    Promise.resolve(address === '192.168.1.11' ? { model: 'GoodWe GW10K-DT', serial: '9010KDTU123W4567' } : null)
  const search = (announced: { type: string; address: string; port: number }[] = [], sticks: Stick[] = []) => {
    const { asked, getJson } = house(devices)
    const openPort = (address: string, port: number) =>
      Promise.resolve(port === 80 ? address in devices : port === 8899 && address === '192.168.1.11')
    const browse = () => Promise.resolve(announced.map((service) => ({ name: 'x', ...service })))
    const askSticks = () => Promise.resolve(sticks)
    const deps = { openPort, getJson, probeModbus: noModbus, browse, browseMs: 0, askSticks, probeGoodwe }
    return { asked, found: discover(['192.168.1.0/28'], deps) }
  }

  test('each device is printed with its --source line', async () => {
    const found = await search().found
    expect(found.map(({ kind, address, source }) => [kind, address, source])).toEqual([
      ['fronius', '192.168.1.5', 'fronius=192.168.1.5'],
      ['shelly', '192.168.1.7', null],
      ['vsn', '192.168.1.8', null],
      ['opendtu', '192.168.1.9', null],
      ['stick', '192.168.1.11', null],
    ])
    const text = foundText(found)
    expect(text).toContain('192.168.1.5:80  Fronius\n  --source fronius=192.168.1.5\n')
    // A source with a password has no option that could be copied as it is.
    expect(text).toContain(
      '192.168.1.7:80  Shelly ProEM50, serial A8032ABE54DC\n  It wants a password: --source shelly=http://admin:PASSWORD@192.168.1.7\n',
    )
    expect(foundText([])).toMatch(/Nothing was found/)
  })

  test('a device that is both announced and scanned is found once; public addresses are not asked', async () => {
    const announced = [
      { type: 'shelly', address: '192.168.1.7', port: 80 },
      { type: 'http', address: '192.168.1.1', port: 80 },
      { type: 'mqtt', address: '192.168.1.3', port: 1883 },
      { type: 'enphase-envoy', address: '192.168.1.4', port: 80 },
      { type: 'http', address: '93.184.216.34', port: 80 },
    ]
    const { asked, found } = search(announced)
    const kinds = (await found).map(({ kind }) => kind)
    expect(kinds).toEqual(['shelly', 'mqtt', 'envoy', 'fronius', 'vsn', 'opendtu', 'stick'])
    expect(asked.filter((url) => url.startsWith('93.'))).toEqual([])
  })

  test('sticks that answer: one awake, one asleep, and one of another maker', async () => {
    const found = await search(
      [],
      [
        { address: '192.168.1.11', name: 'Solar-WiFi223W0252' },
        { address: '192.168.1.12', name: 'Solar-WiFi223W0253' },
        { address: '192.168.1.13', name: '1724567890' },
      ],
    ).found
    const own = found.filter(({ port }) => port === 8899)
    expect(own.map(({ kind, address, source }) => [kind, address, source])).toEqual([
      ['goodwe', '192.168.1.11', 'goodwe=192.168.1.11:8899'],
      ['goodwe', '192.168.1.12', null],
      ['stick', '192.168.1.13', null],
    ])
    expect(foundText(own)).toContain('192.168.1.11:8899  GoodWe GW10K-DT, serial 9010KDTU123W4567')
    expect(foundText(own)).toContain('by day --source goodwe=192.168.1.12:8899')
  })

  test('sends a device one request after the other until it is recognised', async () => {
    const { asked, found } = search()
    await found
    expect(asked.filter((url) => url.startsWith('192.168.1.5/'))).toEqual([
      '192.168.1.5/shelly',
      '192.168.1.5/solar_api/GetAPIVersion.cgi',
    ])
  })
})

test('finds a device over real sockets and tells an open port from a closed one', async () => {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/shelly' ? 200 : 404)
    response.end(JSON.stringify({ mac: 'A8032ABE54DC', app: 'Plus1PM', gen: 2 }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const real = discoverDeps(noModbus, () => Promise.resolve(null))
  expect(await real.openPort('127.0.0.1', port)).toBe(true)
  const browse = () => Promise.resolve([{ type: 'http', name: 'shelly', address: '127.0.0.1', port }])
  const openPort = () => Promise.resolve(false)
  expect(
    await discover(['127.0.0.1'], { ...real, openPort, browse, askSticks: () => Promise.resolve([]) }),
  ).toMatchObject([{ kind: 'shelly', serial: 'A8032ABE54DC', source: `shelly=127.0.0.1:${port}` }])
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  expect(await real.openPort('127.0.0.1', port)).toBe(false)
})

test('asks sticks by real datagrams and ignores malformed answers', async () => {
  const stick = createSocket('udp4')
  const asked: string[] = []
  stick.on('message', (message, { port, address }) => {
    asked.push(message.toString())
    for (const answer of ['nonsense', '127.0.0.1,289C6E62D262,Solar-WiFi223W0252']) stick.send(answer, port, address)
  })
  await new Promise<void>((done) => stick.bind(0, '127.0.0.1', done))
  const isOver = AbortSignal.timeout(20_000)
  const ask = sticksWith(async (seen) => {
    while (seen() === 0 && !isOver.aborted) await new Promise((done) => setImmediate(done))
  }, stick.address().port)
  expect(await ask(['127.0.0.1'])).toEqual([{ address: '127.0.0.1', name: 'Solar-WiFi223W0252' }])
  expect(asked).toEqual(['WIFIKIT-214028-READ'])
  stick.close()
})
