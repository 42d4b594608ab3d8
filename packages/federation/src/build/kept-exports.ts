import { readFileSync } from 'node:fs'
import { keptExports } from './shared-modules.ts'

function isKept(name: string, imported: string): boolean {
  return keptExports[name]?.includes(imported) === true
}

/** Imports by value of what the shell does not provide, in words; empty where all is well. */
export function missingExports(files: Iterable<string>): string[] {
  const found = new Set<string>()
  for (const file of files) {
    if (!/\.tsx?$/.test(file)) continue
    const source = readFileSync(file, 'utf8')
    for (const name of Object.keys(keptExports)) {
      const pattern = new RegExp(`\\b(?:import|export)\\s+(?!type\\b)([\\w$*{},\\s]+?)\\s+from\\s*['"]${name}['"]`, 'g')
      for (const [, clause = ''] of source.matchAll(pattern)) {
        const list = /^\{([^}]*)\}$/.exec(clause.trim())?.[1]
        if (list === undefined) {
          found.add(`${name} is shared in part: name what you import of it`)
          continue
        }
        for (const item of list.split(',').map((part) => part.trim())) {
          const imported = item.split(/\s+as\s+/)[0] ?? ''
          if (imported === '' || imported.startsWith('type ') || isKept(name, imported)) continue
          found.add(`${name} is shared without ${imported}: add it to keptExports of the federation package`)
        }
      }
    }
  }
  return [...found]
}
