/** Cells are so much warmer than the back of their module, K at 1000 W/m2; as the service takes them. */
const cellAboveBack = 3

/** Temperature at the back of the modules, by that of their cells; degC and W/m2. */
export const backOf = (cellC: number | null, irradianceWm2: number | null) =>
  cellC === null ? null : inTenths(cellC - riseOf(irradianceWm2))

/** Of the cells, by that of the back of their modules. */
export const cellOf = (backC: number | null, irradianceWm2: number | null) =>
  backC === null ? null : inTenths(backC + riseOf(irradianceWm2))

const riseOf = (irradianceWm2: number | null) => (cellAboveBack * (irradianceWm2 ?? 0)) / 1000

export const inTenths = (value: number) => Math.round(value * 10) / 10
