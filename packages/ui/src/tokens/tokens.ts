/**
 * All design tokens: every colour by meaning, both themes side by side, type, spacing, radius, motion. The style
 * sheet's variables, antd's theme and G2's theme are made from these tokens. Text colours have a contrast of at least
 * 4.5:1 on `surface` and `canvas`, marks 3:1.
 */
type Pair = readonly [light: string, dark: string]

export const colors = {
  canvas: ['#f6f7f9', '#0b0d10'],
  surface: ['#ffffff', '#12151a'],
  raised: ['#ffffff', '#191d24'],
  sunken: ['#eff1f4', '#0e1115'],
  hover: ['#f1f3f6', '#1a1f26'],
  /** The chosen segment of a sunken track. */
  chosen: ['#ffffff', '#2a313b'],
  hairline: ['#e4e7ec', '#242a33'],
  outline: ['#8a94a3', '#5d6875'],
  text: ['#11161d', '#eef1f5'],
  textMuted: ['#566172', '#9aa6b4'],
  textFaint: ['#626d7e', '#8592a1'],

  /** Actions and selection only. */
  brand: ['#1677ff', '#3f8fff'],
  /** Fill behind white text; a shade deeper than the brand for contrast. */
  brandFill: ['#0f69ea', '#1c6fe8'],
  brandFillHover: ['#0b58c9', '#2f80f5'],
  brandText: ['#0b5cd6', '#74b0ff'],
  brandSoft: ['#e9f2ff', '#12243d'],
  onBrand: ['#ffffff', '#ffffff'],

  /** Quantities, the same in charts, tiles and on the big screen. */
  generation: ['#d97a06', '#f5b13d'],
  generationSoft: ['#fdf1de', '#2e2412'],
  irradiance: ['#0e87c4', '#4cc0f5'],
  reactive: ['#7c3aed', '#a98bfa'],
  temperature: ['#d6452f', '#ff8268'],
  wind: ['#0f8f83', '#3fcabb'],
  neutral: ['#64748b', '#94a3b8'],

  /** Status only, always with an icon and a word. */
  good: ['#117a37', '#46d07f'],
  goodSoft: ['#e5f5eb', '#10281a'],
  bad: ['#c81e3a', '#ff7286'],
  badSoft: ['#fdeaed', '#361419'],
  warn: ['#8f6000', '#f2c14b'],
  warnSoft: ['#fbf1d9', '#2d2410'],
  idle: ['#566172', '#9aa6b4'],
  idleSoft: ['#eceff3', '#1d232b'],

  night: ['#11161d0b', '#00000052'],
  backdrop: ['#0b0d1066', '#000000a6'],
} as const satisfies Record<string, Pair>

export type ColorToken = keyof typeof colors

/** Colours of curves and figures. */
export type QuantityTone = 'generation' | 'irradiance' | 'reactive' | 'temperature' | 'wind' | 'neutral'

/** Colours for several devices in one chart: they differ in hue and in lightness. */
export const seriesColors = [
  ['#d97a06', '#f5b13d'],
  ['#0e87c4', '#4cc0f5'],
  ['#7c3aed', '#a98bfa'],
  ['#0f8f83', '#3fcabb'],
  ['#b0356f', '#f07fb2'],
  ['#5b7a1f', '#a9cf55'],
  ['#8a5a3b', '#d3a07a'],
  ['#475a9c', '#93a7f2'],
] as const satisfies readonly Pair[]

/** Type scale in px. */
export const fontSizes = { xs: 12, s: 14, m: 16, l: 20, xl: 28, xxl: 40 } as const

/** Half and whole steps of the 8-point grid, px. */
export const spaces = { 1: 4, 2: 8, 3: 12, 4: 16, 5: 24, 6: 32, 7: 48, 8: 64 } as const

/** The one radius, px. */
export const radius = 8

/** Durations in ms. */
export const motion = { quick: 120, calm: 160, slow: 200 } as const

/** Widths in px under which a layout changes. */
export const breakpoints = { phone: 600, tablet: 960 } as const

export const fontFamily =
  "ui-sans-serif, -apple-system, 'Segoe UI Variable Text', 'Segoe UI', Roboto, 'Helvetica Neue', 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif"

export const fontFamilyTraditional =
  "ui-sans-serif, -apple-system, 'Segoe UI Variable Text', 'Segoe UI', Roboto, 'Helvetica Neue', 'PingFang TC', 'Microsoft JhengHei', 'Noto Sans CJK TC', 'Noto Sans TC', sans-serif"

export type Mode = 'light' | 'dark'

/** The value of a colour in one theme. */
export function colorOf(token: ColorToken, mode: Mode): string {
  return colors[token][mode === 'dark' ? 1 : 0]
}

/** The colour of the n-th series in one theme; repeats after the last. */
export function seriesColorOf(index: number, mode: Mode): string {
  const pair = seriesColors[index % seriesColors.length] ?? seriesColors[0]
  return pair[mode === 'dark' ? 1 : 0]
}

/** `textMuted` → `--hp-text-muted`. */
export const variableOf = (token: ColorToken): string => `--hp-${token.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`
