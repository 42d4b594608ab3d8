import { createSocket, type Socket } from 'node:dgram'
import { wordsOf } from '../testing/images.ts'
import { ModbusLine } from '../modbus/modbus-line.ts'
import { startModbusDevice } from '../testing/modbus-device.ts'
import { GoodweSource, GoodweTcpSource } from './goodwe-source.ts'

/**
 * Datagrams as the maker's application exchanges them (published captures; the values are invented). The checksums are
 * computed independently of the program: by the table in the appendix of the Modbus document, shortened.
 */
const at = Date.parse('2026-06-21T10:00:00Z')
const open: { close: () => unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close()
})

const table = Array.from({ length: 256 }, (_, byte) =>
  Array.from({ length: 8 }).reduce<number>((crc) => (crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1), byte),
)
const crc = (bytes: Buffer) => bytes.reduce((sum, byte) => (sum >> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0), 0xffff)
const signed = (body: number[]) => {
  const bytes = Buffer.from([0xaa, 0x55, ...body, 0, 0])
  bytes.writeUInt16LE(crc(bytes.subarray(2, -2)), bytes.length - 2)
  return bytes
}

/** A stick on a local port; `answer` returns the datagrams sent for a question. */
async function stickOf(answer: (question: Buffer) => Buffer[]): Promise<{ port: number; asked: string[] }> {
  const socket: Socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (question, { port, address }) => {
    asked.push(question.toString('hex'))
    for (const message of answer(question)) socket.send(message, port, address)
  })
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done))
  open.push({ close: () => socket.close() })
  return { port: socket.address().port, asked }
}

/** A family behind a unit: registers by address, all ones by default; other units do not answer. */
const registers =
  (unit: number, words: ReadonlyMap<number, number>, from: number, to: number) => (question: Buffer) => {
    const [own = 0, code = 0] = question
    if (own !== unit || code !== 3 || crc(question.subarray(0, 6)) !== question.readUInt16LE(6)) return []
    const [address, count] = [question.readUInt16BE(2), question.readUInt16BE(4)]
    if (address < from || address + count > to) return [signed([unit, 0x83, 2])]
    const answer = Array.from({ length: count }, (_, i) => words.get(address + i) ?? 0xffff)
    return [signed([unit, 3, 2 * count, ...answer.flatMap((word) => [word >> 8, word & 0xff])])]
  }

const imageOf = (said: Record<number, number[]>) =>
  new Map(Object.entries(said).flatMap(([address, words]) => words.map((word, i) => [Number(address) + i, word])))
const text = (value: string, size: number) => wordsOf('string', size, value)
const u32 = (value: number) => wordsOf('uint32', 2, value)

const sourceAt = (port: number) => {
  const source = new GoodweSource({ name: 'goodwe', host: '127.0.0.1', port, now: () => at, answerWithinMs: 40 })
  open.push(source)
  return source
}

const dt = imageOf({
  30004: text('9010KDTU123W4567', 8),
  30012: text('GW10K-DT', 5),
  30103: [6412, 81],
  30118: [2301, 2312, 2298],
  30121: [144, 145, 143],
  30124: [5001],
  30127: u32(9876),
  30129: [1],
  30141: [415],
  30144: [231],
  30145: u32(123_456),
  30147: u32(4321),
})

test('reads a DT behind unit 127 with its serial and lifetime counter, by reading only', async () => {
  const { port, asked } = await stickOf(registers(127, dt, 30_000, 30_230))
  expect(await sourceAt(port).read()).toEqual([
    {
      counter: { origin: 'goodwe.30145', kwh: 12_345.6, wrapsAtKwh: 429_496_729.6 },
      frame: {
        serial: '9010KDTU123W4567',
        at,
        model: 'GoodWe GW10K-DT',
        powerW: 9876,
        frequencyHz: 50.01,
        cabinetC: 41.5,
        energyTodayKwh: 23.1,
        hoursTotal: 4321,
        acVoltageV: [230.1, 231.2, 229.8],
        acCurrentA: [14.4, 14.5, 14.3],
        mpptVoltageV: [641.2],
        mpptCurrentA: [8.1],
        mode: 3,
      },
    },
  ])
  // Only reads.
  expect(asked.filter((question) => !/^(f7|7f)03/.test(question))).toEqual([])
})

test('reads a hybrid: inverter power, trackers and the counter of PV energy', async () => {
  const et = imageOf({
    35001: [10_000],
    35003: text('9010KETU123W4567', 8),
    35011: text('GW10K-ET', 5),
    35103: [5000, 60],
    35105: u32(3000),
    35107: [5100, 58],
    35109: u32(2958),
    35121: [2301],
    35123: [4999],
    35138: [5400],
    35187: [1],
    35191: u32(88_000),
  })
  const { port } = await stickOf(registers(247, et, 35_000, 35_230))
  const [reading] = await sourceAt(port).read()
  expect(reading?.counter?.kwh).toBe(8800)
  expect(reading?.frame).toMatchObject({
    model: 'GoodWe GW10K-ET',
    ratedPowerW: 10_000,
    powerW: 5400,
    dcPowerW: 5958,
    mpptVoltageV: [500, 510],
    mode: 3,
  })
})

test('reads an ES by its older protocol with plain checksums', async () => {
  const plain = (word: [number, number], body: Buffer) => {
    const bytes = Buffer.concat([Buffer.from([0xaa, 0x55, 0x7f, 0xc0, ...word, body.length]), body, Buffer.alloc(2)])
    bytes.writeUInt16BE(bytes.subarray(0, -2).reduce((sum, byte) => sum + byte, 0) & 0xffff, bytes.length - 2)
    return bytes
  }
  const plate = Buffer.alloc(64)
  plate.write('1414B', 0)
  plate.write('GW5048D-ES', 5)
  plate.write('95048ESU123W4567', 31)
  const told = Buffer.alloc(100)
  told.writeUInt16BE(3102, 0)
  told.writeUInt16BE(51, 2)
  told.writeUInt16BE(2340, 34)
  told.writeUInt16BE(4998, 40)
  told[42] = 1
  told.writeUInt32BE(223_344, 59)
  told.writeInt16BE(1490, 75)
  const { port, asked } = await stickOf((question) => {
    if (question.toString('hex') === 'aa55c07f0102000241') return [plain([0x01, 0x82], plate)]
    return question.toString('hex') === 'aa55c07f0106000245' ? [plain([0x01, 0x86], told)] : []
  })
  const [reading] = await sourceAt(port).read()
  expect(reading).toMatchObject({
    counter: { origin: 'goodwe.es.59', kwh: 22_334.4 },
    frame: { serial: '95048ESU123W4567', model: 'GoodWe GW5048D-ES', powerW: 1490, frequencyHz: 49.98, mode: 3 },
  })
  expect(asked.at(-1)).toBe('aa55c07f0106000245')
})

test('repeats lost and damaged datagrams, ignores late answers, and reports no answer at night', async () => {
  const whole = registers(127, dt, 30_000, 30_230)
  let count = 0
  const { port } = await stickOf((question) => {
    const [answer] = whole(question)
    if (!answer || answer[3] === 0x83) return answer ? [answer] : []
    count += 1
    if (count % 3 === 1) return []
    const damaged = Buffer.from(answer)
    damaged.writeUInt8((damaged[6] ?? 0) ^ 1, 6)
    // A late answer to another question comes first.
    return count % 3 === 2 ? [damaged] : [signed([127, 3, 2, 0, 1]), answer]
  })
  expect((await sourceAt(port).read())[0]?.frame.powerW).toBe(9876)
  const night = await stickOf(() => [])
  await expect(sourceAt(night.port).read()).rejects.toThrow('no answer')
})

test('reads a DT over Modbus TCP', async () => {
  const holding = new Map(Array.from({ length: 49 }, (_, nth) => [30_100 + nth, 0xffff]))
  for (const [address, word] of dt) holding.set(address, word)
  const device = await startModbusDevice(new Map([[247, { holding, input: new Map() }]]))
  open.push(device)
  const line = new ModbusLine({ host: '127.0.0.1', port: device.port, now: () => at, wait: async () => {} })
  const source = new GoodweTcpSource({ name: 'goodwe', line, now: () => at, unit: undefined })
  open.push(source)
  for (const _ of [1, 2]) {
    expect(await source.read()).toMatchObject([
      { counter: { kwh: 12_345.6 }, frame: { serial: '9010KDTU123W4567', powerW: 9876, mode: 3 } },
    ])
  }
  expect(device.asked.filter((asked) => asked.startsWith('127'))).toEqual([])
})
