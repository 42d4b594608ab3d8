export const fileProblems = [
  'oldExcel',
  'notATable',
  'noColumn',
  'noDate',
  'columnTwice',
  'timeFormat',
  'mixedNumbers',
  'ambiguousNumbers',
  'unitMismatch',
  'zoneMismatch',
  'zoneMissing',
  'openQuote',
  'interval',
  'noRows',
  'tooManyRows',
  'tooLarge',
] as const
export type FileProblemCode = (typeof fileProblems)[number]

/** What makes a whole file unusable as it is described; the message says where and what to do. */
export class FileProblem extends Error {
  readonly code: FileProblemCode
  /** Its name; null: all of them together. */
  readonly file: string | null

  constructor(code: FileProblemCode, message: string, file: string | null = null) {
    super(message)
    this.code = code
    this.file = file
  }
}

/** Does what is done with one of several files, and says of which of them a problem is. */
export async function ofFile<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof FileProblem && error.file === null ? new FileProblem(error.code, error.message, name) : error
  }
}
