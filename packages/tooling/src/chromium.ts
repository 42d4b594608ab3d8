import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The headless shell comes first: it lays pages out the same way, for half the processor time. */
const usual = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}

/** Playwright's own Chromium, where it has been downloaded. */
function playwrightOwn(root: string): string | undefined {
  const { chromium } = createRequire(join(root, 'e2e/package.json'))('playwright') as {
    chromium: { executablePath(): string }
  }
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

/** A Chromium for the browser tests: $CHROME, the system's, Playwright's; otherwise installs one. */
export function chromiumPath(root: string, say: (line: string) => void): string {
  const found = () => [process.env['CHROME'], ...usual].find((path) => path && existsSync(path)) ?? playwrightOwn(root)
  const present = found()
  if (present) return present
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say("Installing Chromium from the system's packages …")
    run('apt-get', ['update', '-qq'])
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell', 'fonts-noto-cjk'])
  }
  if (!found()) {
    say("Installing Playwright's Chromium …")
    run(process.execPath, [join(root, 'e2e/node_modules/playwright/cli.js'), 'install', 'chromium'])
  }
  const installed = found()
  if (installed) return installed
  throw new Error(
    'No Chromium for the browser tests: install the package "chromium" of your system, or set CHROME to the path of one.',
  )
}
