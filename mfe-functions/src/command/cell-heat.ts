import { backFromCell, cellFromBack } from '@helioport/iv/cell-heat'

/** Temperature at the back of the modules, by that of their cells; degC, tenths, and W/m2. */
export const backOf = (cellC: number | null, irradianceWm2: number | null) =>
  cellC === null ? null : inTenths(backFromCell(cellC, irradianceWm2 ?? 0))

/** Of the cells, by that of the back of their modules. */
export const cellOf = (backC: number | null, irradianceWm2: number | null) =>
  backC === null ? null : inTenths(cellFromBack(backC, irradianceWm2 ?? 0))

export const inTenths = (value: number) => Math.round(value * 10) / 10
