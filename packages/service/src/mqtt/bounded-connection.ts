import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { Allowance } from './allowance.ts'
import { smallPacketsAtOnce, smallPacketsPerSecond } from './bounds.ts'

/** An MQTT packet starts with its type, then at most so many bytes of length. */
const mostLengthBytes = 4

/** Packet types CONNECT and PUBLISH, which have limits of their own. */
const [connect, publish] = [1, 3]
/** Other packets cost one token more per so many bytes. */
const bytesPerCost = 16

/**
 * A socket that is destroyed when a packet announces more than `maxPacketBytes`, or when too many packets other than
 * messages arrive: before they are buffered. Backpressure of its reader reaches the socket.
 */
export class BoundedConnection extends Duplex {
  readonly #socket: Socket
  readonly #maxPacketBytes: number
  readonly #allowance = new Allowance(smallPacketsPerSecond, smallPacketsAtOnce)
  #type = 0
  /** Remaining bytes of the packet's content. */
  #left = 0
  #length = 0
  /** Bytes read of the head; 0: the type is next. */
  #head = 0

  constructor(socket: Socket, maxPacketBytes: number) {
    super({ allowHalfOpen: false })
    this.#socket = socket
    this.#maxPacketBytes = maxPacketBytes
    socket.on('data', (chunk: Buffer) => {
      if (!this.#isWithin(chunk)) this.destroy(new Error('too much'))
      else if (!this.push(chunk)) socket.pause()
    })
    socket.on('end', () => this.push(null))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy())
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done)
  }

  override _final(done: () => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }

  #isWithin(chunk: Buffer): boolean {
    for (let at = 0; at < chunk.length;) {
      if (this.#left > 0) {
        const taken = Math.min(this.#left, chunk.length - at)
        this.#left -= taken
        at += taken
        continue
      }
      const byte = chunk[at] ?? 0
      at += 1
      if (!this.#takeHead(byte)) return false
    }
    return true
  }

  /** Reads one byte of a packet's head; false: the packet is too long, or exceeds the rate limit. */
  #takeHead(byte: number): boolean {
    if (this.#head === 0) {
      this.#type = byte >> 4
      this.#head = 1
      this.#length = 0
      return true
    }
    this.#length += (byte & 0x7f) * 128 ** (this.#head - 1)
    this.#head += 1
    if (this.#length > this.#maxPacketBytes) return false
    if ((byte & 0x80) !== 0) return this.#head <= mostLengthBytes
    this.#left = this.#length
    this.#head = 0
    if (this.#type === connect || this.#type === publish) return true
    const cost = 1 + Math.floor(this.#length / bytesPerCost)
    return this.#allowance.take('', performance.now(), cost) === 0
  }
}
