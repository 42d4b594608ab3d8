import { defineRemote } from '@helioport/federation/remote'

export default defineRemote({
  pages: {
    alarms: () => import('./alarms/alarms-page.tsx'),
    operations: () => import('./log/operations-page.tsx'),
    commands: () => import('./command/commands-page.tsx'),
    signIns: () => import('./log/sign-ins-page.tsx'),
    history: () => import('./history/history-page.tsx'),
    exports: () => import('./exports/exports-page.tsx'),
    bulletin: () => import('./bulletin/bulletin-page.tsx'),
    bulletinEdit: () => import('./bulletin/bulletin-edit-page.tsx'),
    download: () => import('./bulletin/download-page.tsx'),
  },
  messages: {
    'en-US': () => import('./messages/en-US.ts'),
    'zh-CN': () => import('./messages/zh-CN.ts'),
    'zh-TW': () => import('./messages/zh-TW.ts'),
    'pt-BR': () => import('./messages/pt-BR.ts'),
  },
})
