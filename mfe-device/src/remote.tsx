import { defineRemote } from '@helioport/federation/remote'

export default defineRemote({
  pages: {
    list: () => import('./list/list-page.tsx'),
    analysis: () => import('./analysis/analysis-page.tsx'),
    detail: () => import('./detail/detail-page.tsx'),
  },
  messages: {
    'en-US': () => import('./messages/en-US.ts'),
    'zh-CN': () => import('./messages/zh-CN.ts'),
    'zh-TW': () => import('./messages/zh-TW.ts'),
    'pt-BR': () => import('./messages/pt-BR.ts'),
  },
})
