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

/** A mail server of its own process, with what it received. `env`: see smtp-server.ts. */
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
    /** How many messages it has and has not yet answered, of those with HOLD. */
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

/** Lines that reach the pipe after the server has said yes. */
export async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200 && !condition(); turn += 1) await new Promise((done) => setImmediate(done))
  while (!condition()) await wait(10)
}
