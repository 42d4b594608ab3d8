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

  constructor(code: FileProblemCode, message: string) {
    super(message)
    this.code = code
  }
}
