import { inner, type Session } from './session.ts'

type Answers<W extends readonly (() => Promise<unknown>)[]> = { [K in keyof W]: Awaited<ReturnType<W[K]>> }

/** Runs several reads concurrently; in a transaction one after the other, because it has a single connection. */
export async function readAll<const W extends readonly (() => Promise<unknown>)[]>(
  session: Session,
  ...works: W
): Promise<Answers<W>> {
  if (!('client' in session[inner])) return (await Promise.all(works.map((work) => work()))) as Answers<W>
  const answers: unknown[] = []
  for (const work of works) answers.push(await work())
  return answers as Answers<W>
}
