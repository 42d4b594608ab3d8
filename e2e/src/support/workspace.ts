import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')

/** A project folder with editable copies of some parts; everything else links to the real one. */
export function workspaceWithCopyOf(...folders: string[]): string {
  const base = mkdtempSync(join(tmpdir(), 'helioport-workspace-'))
  for (const name of readdirSync(root)) {
    if (!folders.includes(name) && name !== '.git') symlinkSync(join(root, name), join(base, name))
  }
  for (const folder of folders) {
    mkdirSync(join(base, folder))
    for (const name of readdirSync(join(root, folder))) {
      const from = join(root, folder, name)
      const to = join(base, folder, name)
      if (name === 'node_modules') symlinkSync(from, to)
      else if (name !== 'dist') cpSync(from, to, { recursive: true })
    }
  }
  return base
}

const notSources = new Set(['.git', '.helioport', 'node_modules', 'dist'])

/** An independent project folder, as after a clone: its commands install what they need. */
export function workspaceOfItsOwn(): string {
  const base = mkdtempSync(join(tmpdir(), 'helioport-workspace-'))
  cpSync(root, base, { recursive: true, filter: (from) => !notSources.has(basename(from)) })
  return base
}

/** Overwrites a file of the copied part. */
export function write(base: string, file: string, text: string): void {
  writeFileSync(join(base, file), text)
}

export function change(base: string, file: string, from: string, to: string): void {
  const path = join(base, file)
  const text = readFileSync(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} does not hold "${from}"`)
  writeFileSync(path, text.replaceAll(from, to))
}
