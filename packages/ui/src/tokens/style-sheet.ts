import {
  colors,
  colorOf,
  fontFamily,
  fontFamilyTraditional,
  fontSizes,
  motion,
  radius,
  spaces,
  variableOf,
  type ColorToken,
  type Mode,
} from './tokens.ts'

const colorLines = (mode: Mode): string =>
  (Object.keys(colors) as ColorToken[]).map((token) => `${variableOf(token)}:${colorOf(token, mode)}`).join(';')

const scale = (name: string, values: Record<string, number>, unit: string): string =>
  Object.entries(values)
    .map(([key, value]) => `--hp-${name}-${key}:${value}${unit}`)
    .join(';')

/**
 * The variables and the few rules for the whole document. In a mirrored layout each text keeps the direction of its own
 * language, since many texts are still English. The edges of such a text follow its language; `--hp-start` and
 * `--hp-end` follow the layout. If a machine has only a Chinese font, quotation marks and apostrophes of other
 * languages are as narrow as their letters.
 */
export function styleSheet(): string {
  return `
:root{color-scheme:light;${colorLines('light')};${scale('font', fontSizes, 'px')};${scale('space', spaces, 'px')};--hp-radius:${radius}px;${scale('motion', motion, 'ms')};--hp-family:${fontFamily};--hp-line:1.5;--hp-start:start;--hp-end:end}
:root[dir=rtl]{--hp-start:right;--hp-end:left}
:root[data-theme=dark]{color-scheme:dark;${colorLines('dark')}}
:root:lang(zh){--hp-line:1.6}
:root:lang(zh-TW){--hp-family:${fontFamilyTraditional}}
*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--hp-canvas);color:var(--hp-text);font:400 14px/var(--hp-line) var(--hp-family);-webkit-font-smoothing:antialiased;text-rendering:optimizeLegibility}
:root:not(:lang(zh),:lang(ja),:lang(ko)) body{font-variant-east-asian:proportional-width}
h1,h2,h3,p,dl,dd,figure{margin:0}
a{color:var(--hp-brand-text);text-decoration:none}
a:hover{text-decoration:underline;text-underline-offset:3px}
button,input,select,textarea{font:inherit;color:inherit}
:where(:focus-visible){outline:2px solid var(--hp-brand);outline-offset:2px;border-radius:4px}
:where(:root[dir=rtl]) :where(h1,h2,h3,p,div:not([dir]),label,small,strong,span,a,button,dt,dd,td,th,li,time,legend,summary,figcaption,caption,output){unicode-bidi:plaintext}
:where(:root[dir=rtl]) :where(h1,h2,h3,p,div:not([dir]),label,small,strong,span,a,dt,dd,li,legend,summary,figcaption,caption,output){text-align:-webkit-match-parent;text-align:match-parent}
:where(:root[dir=rtl]) :where(div,pre,table)[dir=ltr]{text-align:left}
em,i,cite{font-style:normal}
@media print{:root[data-theme=dark]{color-scheme:light;${colorLines('light')}}body{background:none}}
:root[data-paper]:not(:has([data-printing])) body{inline-size:960px}
@media (prefers-reduced-motion:reduce){*,::before,::after{animation-duration:.01ms!important;animation-iteration-count:1!important;transition-duration:.01ms!important;scroll-behavior:auto!important}}
`.trim()
}

const elementId = 'helioport-tokens'

/** Puts the variables into the document, in place of an earlier copy. */
export function applyStyleSheet(): void {
  const known = document.getElementById(elementId)
  const element = known ?? document.createElement('style')
  element.id = elementId
  // Without a nonce the browser applies no inline style (content security policy). The release host writes a nonce into
  // each page.
  element.nonce = document.querySelector<HTMLElement>('[nonce]')?.nonce ?? ''
  const css = styleSheet()
  if (element.textContent !== css) element.textContent = css
  if (!known) document.head.prepend(element)
}
