import { backFromCell, cellFromBack } from '@helioport/iv/cell-heat'

/** Temperature of the modules' back from that of the cells; °C in tenths, light in W/m2. */
export const backOf = (cellC: number | null, irradianceWm2: number | null) =>
  cellC === null ? null : inTenths(backFromCell(cellC, irradianceWm2 ?? 0))

/** Temperature of the cells from that of the modules' back. */
export const cellOf = (backC: number | null, irradianceWm2: number | null) =>
  backC === null ? null : inTenths(cellFromBack(backC, irradianceWm2 ?? 0))

export const inTenths = (value: number) => Math.round(value * 10) / 10
