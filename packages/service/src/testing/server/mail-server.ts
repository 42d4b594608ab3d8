import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'

export interface ReceivedMail {
  from: string
  to: string[]
  raw: string
}

const servers: ChildProcess[] = []

/** A mail server in its own process, with the received mails. `env`: see smtp-server.ts. */
export async function startMailServer(env: Record<string, string> = {}) {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'smtp-server.ts')], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  servers.push(server)
  const received: ReceivedMail[] = []
  let holding = 0
  const port = await new Promise<number>((done) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      if (line.startsWith('port ')) done(Number(line.slice(5)))
      else if (line === 'holding') holding += 1
      else received.push(JSON.parse(line) as ReceivedMail)
    })
  })
  return {
    port,
    received,
    /** With HOLD: number of messages that it has received but not yet confirmed. */
    holding: () => holding,
    answer: () => server.kill('SIGUSR2'),
    stop: async () => {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
    },
  }
}

export function killMailServers(): void {
  for (const server of servers) server.kill('SIGKILL')
}

/** Waits for a condition on output, which reaches the pipe after the server has confirmed. */
export async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200 && !condition(); turn += 1) await new Promise((done) => setImmediate(done))
  while (!condition()) await wait(10)
}

/** A MIME part of a message. */
interface Part {
  type: string
  headers: string
  body: Buffer
}

export interface ReadMail {
  subject: string
  messageId: string
  headers: string
  text: string
  html: string
  /** Pictures by their content id in the HTML. */
  pictures: Map<string, Buffer>
}

/** Parses a message that came over SMTP. */
export function readMail(raw: string): ReadMail {
  const parts = partsOf(Buffer.from(raw, 'utf8').toString('utf8'))
  const headers = unfold(raw.slice(0, raw.search(/\r?\n\r?\n/)))
  const textOf = (type: string) => parts.find((part) => part.type === type)?.body.toString('utf8') ?? ''
  const pictures = parts.flatMap(({ type, headers: own, body }) => {
    const name = /^content-id: <(.+)>/im.exec(own)?.[1]
    return type.startsWith('image/') && name !== undefined ? [[name, body] as const] : []
  })
  return {
    subject: decodeWords(/^subject: (.*)$/im.exec(headers)?.[1] ?? ''),
    messageId: /^message-id: (.*)$/im.exec(headers)?.[1] ?? '',
    headers,
    text: textOf('text/plain').replaceAll('\r\n', '\n').trim(),
    html: textOf('text/html'),
    pictures: new Map(pictures),
  }
}

const unfold = (head: string) => head.replaceAll(/\r?\n[ \t]+/g, ' ')

function partsOf(message: string): Part[] {
  const end = message.search(/\r?\n\r?\n/)
  const headers = unfold(message.slice(0, end))
  const body = message.slice(end).replace(/^\r?\n\r?\n/, '')
  const type = /^content-type: ([^;\s]+)/im.exec(headers)?.[1] ?? 'text/plain'
  const boundary = /boundary="?([^";\r\n]+)"?/i.exec(headers)?.[1]
  if (type.startsWith('multipart/') && boundary !== undefined) {
    const inner = body.split(`--${boundary}`).slice(1, -1)
    return inner.flatMap((part) => partsOf(part.replace(/^\r?\n/, '')))
  }
  const encoding = /^content-transfer-encoding: (\S+)/im.exec(headers)?.[1]?.toLowerCase()
  if (encoding === 'base64') return [{ type, headers, body: Buffer.from(body, 'base64') }]
  return [{ type, headers, body: encoding === 'quoted-printable' ? quoted(body) : Buffer.from(body) }]
}

const quoted = (text: string) =>
  Buffer.from(
    text
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16))),
    'latin1',
  )

const decodeWords = (value: string) =>
  value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : quoted(text.replaceAll('_', ' ')).toString('utf8'),
    )
