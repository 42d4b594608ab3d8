import type { VirtualPlants, VirtualPlantsState } from '../base/service.ts'

const patienceMs = 5_000

type Answer = VirtualPlantsState & { loggerIds: string[] }

/** Message channel to the parent process, as in `process`. */
export interface Starter {
  send: (question: object) => unknown
  on: (event: 'message', hear: (message: unknown) => void) => unknown
}

/** Asks the parent process, which alone may start others. Each question and each answer is one message. */
export function askStarter(starter: Starter): VirtualPlants {
  const waiting = new Map<number, (answer: Answer) => void>()
  let asked = 0
  starter.on('message', (message) => {
    const { no, state, percent, loggerIds = [] } = message as VirtualPlantsState & { no: number; loggerIds?: string[] }
    waiting.get(no)?.({ state, percent, loggerIds })
    waiting.delete(no)
  })
  const ask = (question: object) =>
    new Promise<Answer>((done, refuse) => {
      const no = (asked += 1)
      const timer = setTimeout(() => {
        waiting.delete(no)
        refuse(new Error('who started this process does not answer'))
      }, patienceMs)
      waiting.set(no, (answer) => {
        clearTimeout(timer)
        done(answer)
      })
      starter.send({ ...question, no })
    })
  return {
    state: (accountId) => ask({ accountId }),
    start: (accountId, start) => ask({ accountId, start }),
    end: (accountId) => ask({ accountId, end: 'keep' }),
    forget: (accountId) => ask({ accountId, end: 'forget' }),
  }
}

/** The parent process, where it announced that it runs virtual plants. */
export function starterOf(env: NodeJS.ProcessEnv): Starter | undefined {
  if (env['VIRTUAL_PLANTS'] !== 'here' || process.send === undefined) return undefined
  const send = process.send.bind(process)
  return { send: (question) => send(question), on: (event, hear) => process.on(event, hear) }
}
