import { inner, type Session } from './session.ts'

type Answers<W extends readonly (() => Promise<unknown>)[]> = { [K in keyof W]: Awaited<ReturnType<W[K]>> }

/** Several reads that do not wait for each other; in a transaction, whose one connection carries one at a time, in turn. */
export async function readAll<const W extends readonly (() => Promise<unknown>)[]>(
  session: Session,
  ...works: W
): Promise<Answers<W>> {
  if (!('client' in session[inner])) return (await Promise.all(works.map((work) => work()))) as Answers<W>
  const answers: unknown[] = []
  for (const work of works) answers.push(await work())
  return answers as Answers<W>
}
