import { pvModule } from './pv-module.ts'

/** Two common monocrystalline half-cut modules; values as in datasheets of this class. */
export const mono450 = pvModule({
  name: 'mono 450 W, 144 half cells',
  powerW: 450,
  vocV: 49.3,
  iscA: 11.6,
  vmpV: 41.52,
  impA: 10.84,
  cellsInSeries: 72,
  alphaIscA: 0.0056,
  gamma: -0.0035,
})

export const mono545 = pvModule({
  name: 'mono 545 W, 144 half cells',
  powerW: 545,
  vocV: 49.75,
  iscA: 13.93,
  vmpV: 41.8,
  impA: 13.04,
  cellsInSeries: 72,
  alphaIscA: 0.0063,
  gamma: -0.0035,
})
