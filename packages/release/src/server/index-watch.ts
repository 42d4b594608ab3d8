import { watch } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename } from 'node:path'
import { stampOf } from '../store/disk.ts'
import type { Layout } from '../store/layout.ts'

/** Where the file system reports no changes (network shares), they are looked for this often, in ms. */
const lookEveryMs = 2_000

/** Calls back after every change of the index, by whichever process. Returns how to stop. */
export async function watchIndex(layout: Layout, onChange: () => void): Promise<() => void> {
  await mkdir(layout.root, { recursive: true })
  let stamp = await stampOf(layout.index)
  const look = async () => {
    const now = await stampOf(layout.index)
    if (now === stamp) return
    stamp = now
    onChange()
  }
  const watcher = watch(layout.root, { persistent: false }, (_event, file) => {
    if (file === null || file === basename(layout.index)) void look()
  })
  // The timer goes on looking when the folder itself was replaced.
  watcher.on('error', () => watcher.close())
  const timer = setInterval(() => void look(), lookEveryMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    watcher.close()
  }
}
