import { onTurn } from './families.ts'

let current: unknown
let mended: Promise<void> | undefined

/** The error that a component threw since the last update. */
export const currentFault = (): unknown => current

/** Notes an error of an edited component. Throw the returned promise to suspend; it resolves with the next update. */
export function noteFault(error: unknown): Promise<void> {
  if (current !== error) console.error(error)
  current = error
  mended ??= new Promise((done) => {
    const undo = onTurn(() => {
      undo()
      current = undefined
      mended = undefined
      done()
    })
  })
  return mended
}
