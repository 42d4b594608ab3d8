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

/** A reason why a whole file cannot be read by its plan; the message says where and what to do. */
export class FileProblem extends Error {
  readonly code: FileProblemCode
  /** Name of the file; null: all files together. */
  readonly file: string | null

  constructor(code: FileProblemCode, message: string, file: string | null = null) {
    super(message)
    this.code = code
    this.file = file
  }
}

/** Runs work on one of several files, and adds the name of the file to a problem. @throws FileProblem */
export async function ofFile<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof FileProblem && error.file === null ? new FileProblem(error.code, error.message, name) : error
  }
}
