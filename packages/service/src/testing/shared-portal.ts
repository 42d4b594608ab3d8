import { addTestPlant, type Person, startTestPortal, type TestPlant, type TestPortal } from './test-portal.ts'

/** Shared by the tests of one file: available from the first test on, stopped after the last one. */
interface Shared {
  portal: TestPortal
  /** Signed in as `owner`. */
  owner: Person
}

/** A portal whose clock stands at `startAt`, with a signed-in owner. */
export function sharedPortal(startAt: string): Shared {
  const portal = {} as TestPortal
  const owner = {} as Person
  beforeAll(async () => {
    Object.assign(portal, await startTestPortal(startAt))
    Object.assign(owner, await portal.signIn('owner'))
  })
  // Undefined if the portal did not start.
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
