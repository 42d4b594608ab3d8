/** Texts that the page shows without a shell: one for each stage of its start. */
export interface PageTexts {
  /** Language of the document. */
  lang: string
  /** Shown where scripts are off. */
  noScript: string
  slow: string
  failed: string
  reload: string
}

const languages: readonly PageTexts[] = [
  {
    lang: 'zh-CN',
    noScript: '此门户需要 JavaScript。请在浏览器中启用后重新加载页面。',
    slow: '加载时间比平时长，正在重试……',
    failed: '门户未能加载。问题已上报，请稍后再试。',
    reload: '重新加载',
  },
  {
    lang: 'zh-TW',
    noScript: '此入口網站需要 JavaScript。請在瀏覽器中啟用後重新載入頁面。',
    slow: '載入時間比平時長，正在重試……',
    failed: '入口網站未能載入。問題已回報，請稍後再試。',
    reload: '重新載入',
  },
  {
    lang: 'en-US',
    noScript: 'This portal needs JavaScript. Please switch it on in your browser and load the page again.',
    slow: 'Loading takes longer than usual; trying again …',
    failed: 'The portal could not be loaded. The problem was reported; please try again later.',
    reload: 'Load again',
  },
  {
    lang: 'pt-BR',
    noScript: 'Este portal precisa de JavaScript. Ative-o no navegador e carregue a página de novo.',
    slow: 'O carregamento está demorando; tentando de novo …',
    failed: 'Não foi possível carregar o portal. O problema foi informado; tente de novo mais tarde.',
    reload: 'Carregar de novo',
  },
]

const isTraditional = (tag: string) => /^zh\b.*\b(tw|hk|mo|hant)\b/i.test(tag)

/** The texts for a browser, by its `Accept-Language`; Chinese where it accepts none of the four. */
export function pageTextsFor(accepted: string): PageTexts {
  for (const tag of accepted.split(',').map((one) => one.split(';')[0]?.trim() ?? '')) {
    const wanted = isTraditional(tag) ? 'zh-TW' : languages.find(({ lang }) => lang.slice(0, 2) === tag.slice(0, 2).toLowerCase())?.lang // prettier-ignore
    const found = languages.find(({ lang }) => lang === wanted)
    if (found !== undefined) return found
  }
  return languages[0] as PageTexts
}
