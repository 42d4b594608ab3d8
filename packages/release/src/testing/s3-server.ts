import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openObjectStore, type ObjectStore } from '../store/object-store.ts'

interface S3Server {
  /** With bucket and prefix. */
  url: string
  open: (secret?: string) => ObjectStore
  stop: () => Promise<void>
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/** s3rver as a process of its own: it speaks S3 over HTTP, with signatures, and keeps objects in a folder. */
export async function startS3Server(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'release-bucket-'))
  const port = await freePort()
  const program = createRequire(import.meta.url).resolve('@20minutes/s3rver/lib/cli.js')
  const args = ['--directory', folder, '--address', '127.0.0.1', '--port', String(port), '--silent', '--configure-bucket', 'portal'] // prettier-ignore
  const start = `require(${JSON.stringify(program)}).parseAsync([process.execPath, 's3rver', ...${JSON.stringify(args)}])`
  const child = spawn(process.execPath, ['-e', start], { stdio: ['ignore', 'ignore', 'inherit'] })
  const origin = `http://127.0.0.1:${port}`
  const until = performance.now() + 60_000
  while (
    !(await fetch(origin, { signal: AbortSignal.timeout(5000) }).then(
      () => true,
      () => false,
    ))
  ) {
    // prettier-ignore
    if (performance.now() > until || child.exitCode !== null) throw new Error('the S3 server does not answer')
    await pause(50)
  }
  const url = `${origin}/portal/of/helioport`
  return {
    url,
    open: (secretAccessKey = 'S3RVER') =>
      openObjectStore({ url, accessKeyId: 'S3RVER', secretAccessKey, region: 'us-east-1' }),
    async stop() {
      const ended = new Promise((done) => child.once('exit', done))
      // Asked to end, it waits for requests that nobody will finish, up to five minutes.
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
