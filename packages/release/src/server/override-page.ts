import { createLanguage, localeFor } from '../operator/page/text.ts'
import type { Override } from './override-token.ts'
import { overridePath } from './overrides.ts'

const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`)

const bannerStyle = [
  'position:fixed',
  'z-index:2000',
  'inset-block-end:76px',
  'inset-inline-start:16px',
  'max-inline-size:calc(100vw - 32px)',
  'box-sizing:border-box',
  'display:flex',
  'flex-wrap:wrap',
  'gap:4px 12px',
  'align-items:center',
  'margin:0',
  'padding:8px 12px',
  'border-radius:10px',
  'background:#7a1fa2',
  'color:#fff',
  'font:500 14px/1.4 system-ui,sans-serif',
  'box-shadow:0 4px 16px #0005',
].join(';')
const buttonStyle =
  'min-block-size:32px;padding:0 12px;border:1px solid #fff;border-radius:8px;background:#fff;color:#5b1280;font:inherit;cursor:pointer'

/** Banner that says that a remote comes from a developer's machine; a button removes the override. Needs no script. */
function bannerOf({ part, origin, until }: Override, accepted: string): string {
  const languages = accepted.split(',').map((one) => one.split(';')[0]?.trim() ?? '')
  const { t, time } = createLanguage(localeFor(languages))
  const text = escaped(t('override.banner', { part, origin, time: time(until) }))
  return `<form id="override-banner" role="status" method="post" action="${overridePath}/clear"><span>${text}</span><button>${escaped(t('override.clear'))}</button></form>`
}

/** The portal's page for a browser with an override, with the data for its shell. `nonce`: of the page's styles. */
export function withOverride(page: string, override: Override, accepted: string, nonce: string): string {
  const { part, origin } = override
  const data = JSON.stringify({ [part]: origin }).replaceAll('<', '\\u003c')
  const style = `#override-banner{${bannerStyle}}#override-banner button{${buttonStyle}}`
  const head = `<script type="application/json" id="remote-overrides">${data}</script><style nonce="${nonce}">${style}</style></head>`
  return page.replace('</head>', () => head).replace('</body>', () => `${bannerOf(override, accepted)}</body>`)
}
