import { addTestPlant, type Person, startTestPortal, type TestPlant, type TestPortal } from './test-portal.ts'

/** What tests of one file share: it is there as soon as the first of them runs, and gone after the last one. */
interface Shared {
  portal: TestPortal
  /** Signed in as `owner`. */
  owner: Person
}

/** A portal whose clock stands at `startAt`, and somebody who owns stations in it. */
export function sharedPortal(startAt: string): Shared {
  const portal = {} as TestPortal
  const owner = {} as Person
  beforeAll(async () => {
    Object.assign(portal, await startTestPortal(startAt))
    Object.assign(owner, await portal.signIn('owner'))
  })
  // A portal that did not come up has nothing to stop.
  afterAll(() => portal.stop?.())
  return { portal, owner }
}

/** The same with one station of the owner. */
export function sharedPlant(
  startAt: string,
  options: Parameters<typeof addTestPlant>[2] = {},
): Shared & { plant: TestPlant } {
  const shared = sharedPortal(startAt)
  const plant = {} as TestPlant
  beforeAll(async () => Object.assign(plant, await addTestPlant(shared.portal, shared.owner, options)))
  return { ...shared, plant }
}
