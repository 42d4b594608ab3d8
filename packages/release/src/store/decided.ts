import { dirname, join, relative } from 'node:path'
import { readFile } from 'node:fs/promises'
import { namesIn } from './disk.ts'
import type { ChangedFiles, Layout } from './layout.ts'
import type { HeldLock } from './lock.ts'

/** What is done with the files of a decided change: `{"0": "audit.jsonl"}`, removals. Paths below the store. */
interface Plan {
  write: Record<string, string>
  remove: string[]
}

const planName = 'plan.json'

/** Private keys stay their owner's alone. */
const modeOf = (layout: Layout, path: string) => (path.startsWith(layout.keys) ? 0o600 : 0o644)

/** Changes several files of the store as one, where hosts share a state of theirs all: decided there first. Hold the lock. */
export const changeFiles = (layout: Layout, held: HeldLock, changed: ChangedFiles): Promise<void> =>
  layDown(layout, held, changed, async () => layout.shared?.push(layout, changed))

/**
 * Changes several files of this folder as one: all of them are written beside the store first and a single renaming decides;
 * after it nothing is left to do that needs room on the disk. What a crash leaves undone before it never was; after it,
 * `carryOut` does the rest. `agree` comes before it is decided, and may refuse. Hold the lock.
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

/** Carries out what a change has decided, if there is one; says whether there was. Hold the lock. */
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
  // The plan goes last: without it the rest would be taken for rubbish.
  await disk.remove(join(change, planName))
  await disk.remove(change)
  return true
}
