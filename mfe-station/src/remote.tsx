import { defineRemote } from '@helioport/federation/remote'

export default defineRemote({
  pages: {
    list: () => import('./list/list-page.tsx'),
    add: () => import('./edit/add-page.tsx'),
    connect: () => import('./connect/connect-page.tsx'),
    history: () => import('./history/history-page.tsx'),
    edit: () => import('./edit/edit-page.tsx'),
    detail: () => import('./detail/detail-page.tsx'),
    dashboard: () => import('./dashboard/dashboard-page.tsx'),
    screen: () => import('./screen/screen-page.tsx'),
  },
  messages: {
    'en-US': () => import('./messages/en-US.ts'),
    'zh-CN': () => import('./messages/zh-CN.ts'),
    'zh-TW': () => import('./messages/zh-TW.ts'),
    'pt-BR': () => import('./messages/pt-BR.ts'),
  },
})
