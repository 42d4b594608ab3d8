/** Why an order was refused: `code` for programs, the message for people. */
export class BehaviourError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
