import { dirname, join, relative } from 'node:path'
import { readFile } from 'node:fs/promises'
import { namesIn } from './disk.ts'
import type { ChangedFiles, Layout } from './layout.ts'
import type { HeldLock } from './lock.ts'

/**
 * Steps of a decided change: files to move, such as `{"0": "audit.jsonl"}`, and files to remove. Paths below the store.
 */
interface Plan {
  write: Record<string, string>
  remove: string[]
}

const planName = 'plan.json'

/** Files below `keys/` are readable by their owner only. */
const modeOf = (layout: Layout, path: string) => (path.startsWith(layout.keys) ? 0o600 : 0o644)

/** Changes several files of the store atomically; where hosts share a state, it decides first. Hold the lock. */
export const changeFiles = (layout: Layout, held: HeldLock, changed: ChangedFiles): Promise<void> =>
  layDown(layout, held, changed, async () => layout.shared?.push(layout, changed))

/**
 * Changes several files of this folder atomically: all are written to `change.next/` first, and one rename decides; the
 * steps after it need no disk space. A crash before the rename leaves everything as it was; after it `carryOut`
 * completes the change. `agree` runs before the rename, and may refuse by an error. Hold the lock.
 */
export async function layDown(
  layout: Layout,
  held: HeldLock,
  { write, bring, remove = [] }: ChangedFiles,
  agree?: () => Promise<void>,
): Promise<void> {
  const { disk, nextChange, change, root } = layout
  const plan: Plan = { write: {}, remove: remove.map((path) => relative(root, path)) }
  await disk.remove(nextChange)
  try {
    await disk.makeFolder(nextChange, 0o700)
    for (const [i, [path, content]] of [...write].entries()) {
      plan.write[i] = relative(root, path)
      await disk.writeNew(join(nextChange, String(i)), content, modeOf(layout, path))
      await disk.makeFolder(dirname(path))
    }
    for (const [path, folder] of bring ?? []) {
      const name = String(Object.keys(plan.write).length)
      plan.write[name] = relative(root, path)
      await disk.makeFolder(dirname(path))
      await disk.rename(folder, join(nextChange, name))
    }
    await disk.writeNew(join(nextChange, planName), JSON.stringify(plan), 0o644)
    await disk.syncFolder(nextChange)
    await held.check()
    await agree?.()
    await disk.rename(nextChange, change)
  } catch (error) {
    await disk.remove(nextChange).catch(() => undefined)
    throw error
  }
  await disk.syncFolder(root)
  await carryOut(layout, held)
}

/** Completes a decided change, if there is one; returns whether there was. Hold the lock. */
export async function carryOut(layout: Layout, held: HeldLock): Promise<boolean> {
  const { disk, change, root } = layout
  const left = await namesIn(change)
  if (!left.includes(planName)) {
    if (left.length > 0) await disk.remove(change)
    return false
  }
  const plan = JSON.parse(await readFile(join(change, planName), 'utf8')) as Plan
  for (const path of plan.remove) await disk.remove(join(root, path))
  for (const [name, path] of Object.entries(plan.write)) {
    if (!left.includes(name)) continue
    await held.check()
    await disk.rename(join(change, name), join(root, path))
    await disk.syncFolder(dirname(join(root, path)))
  }
  // The plan is removed last: without it the rest of the folder would be discarded as garbage.
  await disk.remove(join(change, planName))
  await disk.remove(change)
  return true
}
