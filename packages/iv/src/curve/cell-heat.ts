import { stcWm2 } from './curve.ts'

/** Cell minus back temperature at 1000 W/m2, K: glass and foil, open rack (King et al., SAND2004-3535). */
const cellOverBack = 3

const riseOf = (irradianceWm2: number): number => (cellOverBack * irradianceWm2) / stcWm2

/** Temperature of the cells from that at the back of the module; degC and W/m2. */
export const cellFromBack = (backC: number, irradianceWm2: number): number => backC + riseOf(irradianceWm2)

/** Temperature at the back of a module from that of its cells; degC and W/m2. */
export const backFromCell = (cellC: number, irradianceWm2: number): number => cellC - riseOf(irradianceWm2)
