import { colorOf, fontFamily, fontSizes, type Mode } from '../tokens/tokens.ts'

/** G2's theme, made from our tokens. */
export function g2Theme(mode: Mode) {
  const label = {
    labelFill: colorOf('textMuted', mode),
    labelOpacity: 1,
    labelFillOpacity: 1,
    labelFontFamily: fontFamily,
    labelFontSize: fontSizes.xs,
  }
  return {
    color: colorOf('generation', mode),
    view: { viewFill: 'transparent' },
    axis: {
      ...label,
      gridStroke: colorOf('hairline', mode),
      gridStrokeOpacity: 1,
      gridLineWidth: 1,
      gridLineDash: [0, 0],
      line: false,
      tick: false,
      title: false,
    },
  }
}
