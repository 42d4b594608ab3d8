import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const patienceMs = 30_000
const pauseMs = 50

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Runs `work` while no other process of this machine holds the lock file. A lock whose process is gone is taken over.
 * @throws Error after 30 s of waiting
 */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(file), { recursive: true })
  const mine = `${process.pid} ${crypto.randomUUID()}`
  const until = performance.now() + patienceMs
  for (;;) {
    try {
      await writeFile(file, mine, { flag: 'wx' })
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = await readFile(file, 'utf8').catch(() => '')
    const pid = Number.parseInt(holder, 10)
    // Compared once more before removal: another waiter may have taken over meanwhile.
    if (pid > 0 && !isAlive(pid) && (await readFile(file, 'utf8').catch(() => '')) === holder)
      await rm(file, { force: true })
    else if (performance.now() > until) throw new Error(`process ${holder} holds ${file}`)
    else await pause(pauseMs)
  }
  try {
    return await work()
  } finally {
    if ((await readFile(file, 'utf8').catch(() => '')) === mine) await rm(file, { force: true })
  }
}
