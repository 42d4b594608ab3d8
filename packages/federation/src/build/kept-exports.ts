import { type CodeProgram } from './code/program.ts'
import { anyMember } from './code/syntax.ts'
import { keptExports, withheldExports } from './shared-modules.ts'

/** Messages about uses by value of exports that the shell does not provide; empty if there are none. */
export function missingExports(program: CodeProgram): string[] {
  const found = new Set<string>()
  for (const module of program.modules) {
    for (const { value, escapes } of program.uses(module)) {
      const kept = keptExports[value.from]
      const [name] = value.members
      if (name !== undefined && withheldExports[value.from]?.includes(name))
        found.add(`${value.from} is shared without ${name}: the shell's build removes its code`)
      if (kept === undefined || (name === undefined && !escapes)) continue
      if (name === undefined || name === anyMember)
        found.add(`${value.from} is shared in part: name what you import of it`)
      else if (!kept.includes(name))
        found.add(`${value.from} is shared without ${name}: add it to keptExports of the federation package`)
    }
  }
  return [...found]
}
