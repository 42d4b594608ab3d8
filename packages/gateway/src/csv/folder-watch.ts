import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { reasonOf, SourceAway, trouble, type Trouble } from '../source/trouble.ts'

/** A file as it was when it was looked at. */
export interface Look {
  name: string
  size: number
  changedAt: number
}

/** What was read of a file; a logger that writes on changes its size. */
export interface ReadMark {
  size: number
  changedAt: number
  /** Time of its last row, epoch ms; null: it had none that could be read. */
  lastAt: number | null
  /** Why nothing of it was taken; null: something was. */
  trouble: Trouble | null
}
export type ReadMarks = Record<string, ReadMark>

const sameLook = (one: Pick<Look, 'size' | 'changedAt'> | undefined, other: Look): boolean =>
  one?.size === other.size && one.changedAt === other.changedAt

/** Looks again and again into a folder that others put files into. Its files are read, and nothing else. */
export class FolderWatch {
  readonly #folder: string
  readonly #isWanted: (name: string) => boolean
  #before = new Map<string, Look>()

  constructor(folder: string, isWanted: (name: string) => boolean) {
    this.#folder = folder
    this.#isWanted = isWanted
  }

  /**
   * Files that stood still since the last look and are not those that were read, oldest first; `all`: names of all that are
   * there, read or not.
   * @throws SourceAway for a folder that is not there
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
      // A link may lead anywhere; a file that went away meanwhile is none.
      const stat = await lstat(join(this.#folder, name)).catch(() => null)
      if (stat?.isFile()) looks.push({ name, size: stat.size, changedAt: Math.round(stat.mtimeMs) })
    }
    return looks
  }
}

export const markOf = (marks: ReadMarks, name: string): ReadMark | undefined =>
  Object.hasOwn(marks, name) ? marks[name] : undefined
