import { styleSheet } from './style-sheet.ts'
import { colorOf, colors, seriesColors, variableOf, type ColorToken, type Mode } from './tokens.ts'

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2, 1.4.3. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const modes: Mode[] = ['light', 'dark']
const texts: ColorToken[] = ['text', 'textMuted', 'textFaint', 'brandText', 'good', 'bad', 'warn', 'idle']
const grounds: ColorToken[] = ['canvas', 'surface', 'raised']

test.each(modes)('%s: text has a contrast of 4.5:1 on every background', (mode) => {
  for (const text of texts) {
    for (const ground of grounds) {
      const ratio = contrast(colorOf(text, mode), colorOf(ground, mode))
      expect({ text, ground, readable: ratio >= 4.5 }).toEqual({ text, ground, readable: true })
    }
  }
})

test.each(modes)('%s: status texts have 4.5:1 on their soft background, button text on its fill', (mode) => {
  for (const status of ['good', 'bad', 'warn', 'idle'] as const) {
    expect(contrast(colorOf(status, mode), colorOf(`${status}Soft`, mode))).toBeGreaterThanOrEqual(4.5)
  }
  expect(contrast(colorOf('onBrand', mode), colorOf('brandFill', mode))).toBeGreaterThanOrEqual(4.5)
})

test.each(modes)('%s: colours of quantities and series have a contrast of 3:1', (mode) => {
  for (const tone of ['generation', 'irradiance', 'reactive', 'temperature', 'wind', 'neutral'] as const) {
    expect(contrast(colorOf(tone, mode), colorOf('surface', mode))).toBeGreaterThanOrEqual(3)
  }
  for (const pair of seriesColors) {
    expect(contrast(pair[mode === 'dark' ? 1 : 0], colorOf('surface', mode))).toBeGreaterThanOrEqual(3)
  }
})

test('the brand colour is the blue of the specification', () => {
  expect(colors.brand[0].toUpperCase()).toBe('#1677FF')
})

test('every colour is a CSS variable in both themes and in print', () => {
  const css = styleSheet()
  for (const token of Object.keys(colors) as ColorToken[]) {
    expect(css.split(`${variableOf(token)}:`)).toHaveLength(4)
  }
})
