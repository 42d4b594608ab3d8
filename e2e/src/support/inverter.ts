import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '../../..')

interface Inverter {
  /** `127.0.0.1:PORT` */
  address: string
  stop: () => void
}

/** Starts an inverter of 10 kW on the local network that speaks SunSpec and delivers 10.42 kW. */
export async function startInverter(): Promise<Inverter> {
  const program = join(root, 'packages/gateway/src/testing/example-inverter.ts')
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
  process.once('exit', () => child.kill('SIGKILL'))
  const address = await new Promise<string>((done, refuse) => {
    child.once('exit', (code) => refuse(new Error(`the inverter ended with ${code}`)))
    createInterface({ input: child.stdout }).once('line', (line) => done(line.replace('sunspec=', '')))
  })
  return {
    address,
    stop: () => {
      child.removeAllListeners('exit')
      child.kill('SIGTERM')
    },
  }
}

/** Runs a command of the page "Connect" in a shell with an empty home; its gateway makes one round. */
export async function runCommand(command: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'helioport-gateway-'))
  const env = { ...process.env, HOME: home, npm_config_cache: join(home, 'npm'), npm_config_update_notifier: 'false' }
  try {
    await promisify(execFile)('sh', ['-c', `${command.trim()} --once`], { cwd: home, env })
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
