import { defineConfig } from 'playwright/test'

// Chromium as root or in a container has no sandbox of its own; the rest keeps it from calling home.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Else a page learns of its memory in coarse steps, twenty minutes late, as this browser has no process for each site.
  '--enable-precise-memory-info',
]

export default defineConfig({
  globalSetup: './src/support/portal.ts',
  // One portal for all, and some tests release or break a remote of it: one at a time. Beside them run those that have a
  // release host of their own, and those that have a whole portal or world of their own.
  projects: [
    { name: 'portal', testDir: './src/portal', workers: 1 },
    { name: 'stage', testDir: './src/stage', workers: 1 },
    { name: 'apart', testDir: './src/apart', workers: 1 },
  ],
  workers: 3,
  fullyParallel: false,
  // A machine with other work is slow, not wrong; who passes waits no longer for it. A test that names a limit of its own
  // says what a person was promised.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  // A test that needs its second try is told as flaky.
  retries: 1,
  reporter: [['line'], ['json']],
  outputDir: '../node_modules/.e2e-results',
  use: {
    // What cannot be pressed for so long never will be: a slow test is not to wait for its own end.
    actionTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    launchOptions: { executablePath: process.env['CHROME'] ?? '/usr/bin/chromium', args },
    // Pages are judged as they stand, not while they move in.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
