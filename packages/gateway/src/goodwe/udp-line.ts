import { createSocket, type Socket } from 'node:dgram'
import { ModbusException, type RegisterKind } from '../modbus/modbus-line.ts'
import { SourceAway, trouble } from '../source/trouble.ts'
import { plainAnswer, plainQuestion, registersIn, registersQuestion } from './datagram.ts'

export interface UdpSettings {
  host: string
  port: number
  /** Time-out of each try, ms. */
  answerWithinMs?: number
  /** The stick often loses datagrams. */
  tries?: number
}

/** Questions to a GoodWe over UDP, one at a time; an unanswered one is repeated. */
export class UdpLine {
  readonly #settings: UdpSettings
  #socket: Socket | null = null
  #turn: Promise<unknown> = Promise.resolve()

  constructor(settings: UdpSettings) {
    this.#settings = settings
  }

  /** @throws ModbusException, SourceAway */
  async read(unit: number, _kind: RegisterKind, address: number, count: number): Promise<number[]> {
    const answer = await this.#ask(registersQuestion(unit, address, count), (message) => {
      const found = registersIn(message, unit, count)
      return found.kind === 'foreign' ? null : found
    })
    if (answer.kind === 'words') return answer.words
    throw new ModbusException(answer.code, this.#place, unit)
  }

  /** @throws SourceAway */
  readPlain(word: readonly [number, number]): Promise<Buffer> {
    return this.#ask(plainQuestion(word), (message) => plainAnswer(message, word))
  }

  async close(): Promise<void> {
    await this.#turn.catch(() => undefined)
    this.#socket?.close()
    this.#socket = null
  }

  #ask<Answer>(question: Buffer, understand: (message: Buffer) => Answer | null): Promise<Answer> {
    const mine = this.#turn.then(() => this.#askUntilHeard(question, understand))
    this.#turn = mine.catch(() => undefined)
    return mine
  }

  async #askUntilHeard<Answer>(question: Buffer, understand: (message: Buffer) => Answer | null): Promise<Answer> {
    const { tries = 10 } = this.#settings
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const answer = await this.#askOnce(question, understand)
      if (answer !== null) return answer
    }
    throw new SourceAway(trouble('noAnswer', { place: this.#place }))
  }

  get #place(): string {
    return `${this.#settings.host}:${this.#settings.port}`
  }

  #askOnce<Answer>(question: Buffer, understand: (message: Buffer) => Answer | null): Promise<Answer | null> {
    const { host, port, answerWithinMs = 1000 } = this.#settings
    const socket = this.#open()
    return new Promise((done) => {
      const end = (answer: Answer | null) => {
        clearTimeout(timer)
        socket.off('message', hear)
        done(answer)
      }
      // A late answer to a former question is ignored.
      const hear = (message: Buffer) => {
        const answer = understand(message)
        if (answer !== null) end(answer)
      }
      const timer = setTimeout(() => end(null), answerWithinMs)
      socket.on('message', hear)
      socket.send(question, port, host, () => undefined)
    })
  }

  #open(): Socket {
    if (this.#socket) return this.#socket
    const socket = createSocket('udp4')
    // An unreachable host shows by its silence.
    socket.on('error', () => undefined)
    this.#socket = socket
    return socket
  }
}
