import { defineConfig } from 'playwright/test'

// Chromium has no sandbox as root or in a container; the other flags prevent its own network requests.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Without this flag a page gets coarse memory figures, twenty minutes late, as this browser has no process per site.
  '--enable-precise-memory-info',
]

export default defineConfig({
  globalSetup: './src/support/portal.ts',
  // `portal`: one shared portal; some tests release or break a remote of it, so they run one at a time. In parallel run
  // `stage`, with a release host per file, and `apart`, with a whole portal or world per test.
  projects: [
    { name: 'portal', testDir: './src/portal', workers: 1 },
    { name: 'stage', testDir: './src/stage', workers: 1 },
    { name: 'apart', testDir: './src/apart', workers: 1 },
  ],
  workers: 3,
  fullyParallel: false,
  // A busy machine is slow, not wrong; passing tests do not wait longer. A test with its own limit states what users
  // were promised.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  // A test that passes at its second attempt is reported as flaky.
  retries: 1,
  reporter: [['line'], ['json']],
  outputDir: '../node_modules/.e2e-results',
  use: {
    // An element that cannot be pressed within this time never will be: fail before the test's own time-out.
    actionTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    launchOptions: { executablePath: process.env['CHROME'] ?? '/usr/bin/chromium', args },
    // Pages are checked in their final state, without animations.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
