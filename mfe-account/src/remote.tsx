import { defineRemote } from '@helioport/federation/remote'

export default defineRemote({
  pages: {
    center: () => import('./center/center-page.tsx'),
    setting: () => import('./setting/setting-page.tsx'),
    customized: () => import('./customized/customized-page.tsx'),
  },
  messages: {
    'en-US': () => import('./messages/en-US.ts'),
    'zh-CN': () => import('./messages/zh-CN.ts'),
    'zh-TW': () => import('./messages/zh-TW.ts'),
    'pt-BR': () => import('./messages/pt-BR.ts'),
  },
})
