import { type AddressInfo, createServer, type Socket } from 'node:net'
import jsmodbus from 'jsmodbus'
import type { RegisterKind } from '../modbus/modbus-line.ts'

/** Registers by address; a missing one is refused as an illegal address. */
export type Image = Map<number, number>

export interface ModbusDevice {
  port: number
  /** Registers of each unit; a missing unit does not answer (exception 0B). */
  units: Map<number, Record<RegisterKind, Image>>
  /** Number of connections since the start. */
  connections: number
  /** Requests since the start, as `unit kind address+count`. */
  asked: string[]
  /** Registers of each write, as `unit address=words`. */
  written: string[]
  /**
   * How writes are handled; null: as received. `singly`: only one register per message; `ignored`: silently dropped.
   */
  writes: 'singly' | 'ignored' | null
  /** The exception that refuses a write; null: accepted. */
  refusesWrite: (() => ErrorCode | null) | null
  /** Called before each answer, to change values between two questions. */
  before: (() => void) | null
  /** The exception that refuses a read at an address; null: as the image is. */
  refuses: ((address: number) => ErrorCode | null) | null
  /** Unit of the answers, where it differs from that of the question. */
  answersAs: number | null
  /** Stops answering, and keeps the connections open. */
  isMute: boolean
  /** Does not answer a question that begins at this address. */
  deafAt: number | null
  close: () => Promise<void>
}

type Answer = (payload: Buffer) => void
/** The used part: the library's own type is incomplete. */
interface Request {
  id: number
  unitId: number
  body: { start: number; count: number; fc: 3 | 4 }
}

interface WriteRequest {
  id: number
  unitId: number
  body: { fc: 6 | 16; address: number; value: number; valuesAsArray: Iterable<number> }
}

type ErrorCode = ConstructorParameters<typeof ExceptionResponseBody>[1]

const illegalAddress = 0x02
const nobodyBehind = 0x0b
const acknowledged = 0x05
const {
  ExceptionResponseBody,
  ReadHoldingRegistersResponseBody,
  ReadInputRegistersResponseBody,
  WriteMultipleRegistersResponseBody,
  WriteSingleRegisterResponseBody,
} = jsmodbus.responses

/** Without buffers of its own the server raises an event for each request. */
const noBuffers = { holding: undefined, input: undefined } as unknown as Record<string, Buffer>

/** A Modbus TCP server of another project (jsmodbus) in front of register images; port 0 picks a free one. */
export async function startModbusDevice(units: ModbusDevice['units'], port = 0): Promise<ModbusDevice> {
  const net = createServer()
  const server = new jsmodbus.server.TCP(net, noBuffers)
  const sockets = new Set<Socket>()
  const device: ModbusDevice = {
    port: 0,
    units,
    connections: 0,
    asked: [],
    written: [],
    writes: null,
    refusesWrite: null,
    before: null,
    refuses: null,
    answersAs: null,
    isMute: false,
    deafAt: null,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => net.close(done))
    },
  }
  net.on('connection', (socket) => {
    device.connections++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const reading = (kind: RegisterKind) => (request: unknown, answer: Answer) =>
    answerRead(device, kind, request as Request, answer)
  server.on('readHoldingRegisters', reading('holding'))
  server.on('readInputRegisters', reading('input'))
  const writing = (request: unknown, answer: Answer) => answerWrite(device, request as WriteRequest, answer)
  server.on('writeMultipleRegisters', writing as (buffer: Buffer) => void)
  server.on('writeSingleRegister', writing)
  await new Promise<void>((done) => net.listen(port, '127.0.0.1', done))
  device.port = (net.address() as AddressInfo).port
  return device
}

function answerRead(device: ModbusDevice, kind: RegisterKind, request: Request, answer: Answer): void {
  const { start, count, fc } = request.body
  device.asked.push(`${request.unitId} ${kind} ${start}+${count}`)
  if (device.isMute || device.deafAt === start) return
  device.before?.()
  const image = device.units.get(request.unitId)?.[kind]
  const words = Array.from({ length: count }, (_, i) => image?.get(start + i)).filter((word) => word !== undefined)
  const refused = device.refuses?.(start) ?? null
  const isWhole = words.length === count && count <= 125 && refused === null
  const refusal = refused ?? (image ? illegalAddress : nobodyBehind)
  const Body = kind === 'holding' ? ReadHoldingRegistersResponseBody : ReadInputRegistersResponseBody
  const body = isWhole ? new Body(2 * count, words) : new ExceptionResponseBody(fc, refusal)
  answer(framed({ ...request, id: request.id, unitId: device.answersAs ?? request.unitId }, body.createPayload()))
}

function answerWrite(device: ModbusDevice, request: WriteRequest, answer: Answer): void {
  const { fc, address, value, valuesAsArray } = request.body
  const words = fc === 6 ? [value] : [...valuesAsArray]
  device.written.push(`${request.unitId} ${address}=${words.join(',')}`)
  const image = device.units.get(request.unitId)?.holding
  const refused = device.refusesWrite?.() ?? null
  const isRefused = refused !== null || image?.has(address) !== true || (device.writes === 'singly' && fc !== 6)
  // An acknowledged write is carried out.
  if (refused === acknowledged) words.forEach((word, i) => image?.set(address + i, word))
  if (!image || isRefused) {
    answer(framed(request, new ExceptionResponseBody(fc, refused ?? illegalAddress).createPayload()))
    return
  }
  if (device.writes !== 'ignored') words.forEach((word, i) => image.set(address + i, word))
  const body =
    fc === 6
      ? new WriteSingleRegisterResponseBody(address, value)
      : new WriteMultipleRegistersResponseBody(address, words.length)
  answer(framed(request, body.createPayload()))
}

/** The header of Modbus TCP: transaction, protocol 0, length, unit. */
function framed(request: { id: number; unitId: number }, payload: Buffer): Buffer {
  const header = Buffer.alloc(7)
  header.writeUInt16BE(request.id, 0)
  header.writeUInt16BE(payload.length + 1, 4)
  header.writeUInt8(request.unitId, 6)
  return Buffer.concat([header, payload])
}
