import { watch } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename } from 'node:path'
import { stampOf } from '../store/disk.ts'
import type { Layout } from '../store/layout.ts'

/** Interval of looks where the file system reports no changes (network shares), in ms. */
const lookEveryMs = 2_000

/** Calls back after every change of the index by any process. Returns a function that stops it. */
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
  // The timer covers the case that the folder itself was replaced.
  watcher.on('error', () => watcher.close())
  const timer = setInterval(() => void look(), lookEveryMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    watcher.close()
  }
}
