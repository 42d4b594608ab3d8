import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { reasonOf, SourceAway, trouble, type Trouble } from '../source/trouble.ts'

/** State of a file at one look. */
export interface Look {
  name: string
  size: number
  changedAt: number
}

/** What was read of a file; its size changes while the logger still writes. */
export interface ReadMark {
  size: number
  changedAt: number
  /** Time of its last row, epoch ms; null: no row was readable. */
  lastAt: number | null
  /** Why nothing was taken from it; null: something was. */
  trouble: Trouble | null
}
export type ReadMarks = Record<string, ReadMark>

const sameLook = (one: Pick<Look, 'size' | 'changedAt'> | undefined, other: Look): boolean =>
  one?.size === other.size && one.changedAt === other.changedAt

/** Watches a folder that others write into. It only reads, and only regular files. */
export class FolderWatch {
  readonly #folder: string
  readonly #isWanted: (name: string) => boolean
  #before = new Map<string, Look>()

  constructor(folder: string, isWanted: (name: string) => boolean) {
    this.#folder = folder
    this.#isWanted = isWanted
  }

  /**
   * Files that have not changed since the last look and were not read in this state, oldest first. `all`: names of all
   * files there, read or not.
   * @throws SourceAway for a missing folder
   */
  async look(marks: ReadMarks): Promise<{ due: Look[]; all: Set<string> }> {
    const looks = await this.#looks()
    const due = looks.filter((look) => {
      return sameLook(this.#before.get(look.name), look) && !sameLook(markOf(marks, look.name), look)
    })
    this.#before = new Map(looks.map((look) => [look.name, look]))
    due.sort((one, other) => one.changedAt - other.changedAt || (one.name < other.name ? -1 : 1))
    return { due, all: new Set(this.#before.keys()) }
  }

  async #looks(): Promise<Look[]> {
    let names: string[]
    try {
      names = await readdir(this.#folder)
    } catch (error) {
      throw new SourceAway(trouble('file.folder', { place: this.#folder, reason: reasonOf(error) }))
    }
    const looks: Look[] = []
    for (const name of names) {
      if (name.startsWith('.') || !this.#isWanted(name)) continue
      // Links are skipped, as they may lead anywhere; so are files that vanished meanwhile.
      const stat = await lstat(join(this.#folder, name)).catch(() => null)
      if (stat?.isFile()) looks.push({ name, size: stat.size, changedAt: Math.round(stat.mtimeMs) })
    }
    return looks
  }
}

export const markOf = (marks: ReadMarks, name: string): ReadMark | undefined =>
  Object.hasOwn(marks, name) ? marks[name] : undefined
