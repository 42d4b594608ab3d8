export {
  breakpoints,
  colorOf,
  colors,
  fontFamily,
  fontSizes,
  motion,
  radius,
  seriesColorOf,
  seriesColors,
  spaces,
  variableOf,
  type ColorToken,
  type Mode,
  type QuantityTone,
} from './tokens.ts'
export { styleSheet } from './style-sheet.ts'
