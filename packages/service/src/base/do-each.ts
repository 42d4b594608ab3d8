/** Runs `work` for each in turn; a failure does not stop the later ones. @throws AggregateError, at the end */
export async function doEach<Each>(all: Iterable<Each>, work: (each: Each) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  for (const each of all) await work(each).catch((error: unknown) => failures.push(error))
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} failed, first: ${String(failures[0])}`)
}
