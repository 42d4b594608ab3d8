import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { Allowance } from './allowance.ts'
import { smallPacketsAtOnce, smallPacketsPerSecond } from './bounds.ts'

/** Bytes of an MQTT packet before its content: its type, and at most four that say how long it is. */
const mostLengthBytes = 4

/** Types of packets: the first one of a connection, and messages. Each of both has bounds of its own. */
const [connect, publish] = [1, 3]
/** A packet that is no message costs one more for so many bytes. */
const bytesPerCost = 16

/**
 * A socket that ends where a packet is announced that is longer than `maxPacketBytes`, or where too many come that are no
 * messages: before they are kept in memory. The reader behind it sets the pace, as with the socket itself.
 */
export class BoundedConnection extends Duplex {
  readonly #socket: Socket
  readonly #maxPacketBytes: number
  readonly #allowance = new Allowance(smallPacketsPerSecond, smallPacketsAtOnce)
  #type = 0
  /** Bytes of the packet's content that are still to come. */
  #left = 0
  #length = 0
  /** How many bytes of the head were seen: 0 awaits the type. */
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

  /** One byte of a packet's head; false: it is too long, or one too many. */
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
