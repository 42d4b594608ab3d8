import { defineRemote } from '@helioport/federation/remote'

export default defineRemote({
  pages: {
    reactivePower: () => import('./new/reactive-power-page.tsx'),
    ivScan: () => import('./new/iv-scan-page.tsx'),
    ivFile: () => import('./file/file-page.tsx'),
    commandList: () => import('./list/command-list-page.tsx'),
    command: () => import('./detail/command-page.tsx'),
    scan: () => import('./scan/scan-page.tsx'),
  },
  messages: {
    'en-US': () => import('./messages/en-US.ts'),
    'zh-CN': () => import('./messages/zh-CN.ts'),
    'zh-TW': () => import('./messages/zh-TW.ts'),
    'pt-BR': () => import('./messages/pt-BR.ts'),
  },
})
