import { onTurn } from './families.ts'

let current: unknown
let mended: Promise<void> | undefined

/** The error that a component threw since the last update, for whoever shows it. */
export const currentFault = (): unknown => current

/** Takes note of an error of an edited component; what comes back is thrown, and ends with the next update. */
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
