import { defineRemote } from '@helioport/federation/remote'

export default defineRemote({
  pages: {
    center: () => import('./center/center-page.tsx'),
    portalHealth: () => import('./health/portal-health-page.tsx'),
    health: () => import('./health/health-page.tsx'),
    setting: () => import('./setting/setting-page.tsx'),
    basic: () => import('./setting/basic-page.tsx'),
    password: () => import('./setting/password-page.tsx'),
    binding: () => import('./setting/binding-page.tsx'),
    security: () => import('./setting/security-page.tsx'),
    subAccounts: () => import('./setting/sub-accounts-page.tsx'),
    notifications: () => import('./setting/notifications-page.tsx'),
    api: () => import('./setting/api-page.tsx'),
    data: () => import('./setting/own-data/own-data-page.tsx'),
    display: () => import('./setting/display/display-page.tsx'),
    customized: () => import('./customized/customized-page.tsx'),
  },
  messages: {
    'en-US': () => import('./messages/en-US.ts'),
    'zh-CN': () => import('./messages/zh-CN.ts'),
    'zh-TW': () => import('./messages/zh-TW.ts'),
    'pt-BR': () => import('./messages/pt-BR.ts'),
  },
})
