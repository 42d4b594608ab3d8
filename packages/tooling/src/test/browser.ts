import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { chromiumPath } from '../chromium.ts'
import { type BrowserReport, browserOutcome, secondsBySpec } from './browser-report.ts'
import type { Outcome } from './outcome.ts'
import { node, root, run } from './program.ts'

/** Duration of each spec's last run; used to choose specs for a given time. */
const timesFile = join(root, 'node_modules/.cache/helioport/browser-seconds.json')

export function knownSeconds(): Map<string, number> {
  if (!existsSync(timesFile)) return new Map()
  return new Map(Object.entries(JSON.parse(readFileSync(timesFile, 'utf8')) as Record<string, number>))
}

function remember(seconds: ReadonlyMap<string, number>): void {
  mkdirSync(dirname(timesFile), { recursive: true })
  const all = Object.fromEntries([...knownSeconds(), ...seconds])
  writeFileSync(timesFile, `${JSON.stringify(all, null, 2)}\n`)
}

/** Runs the tests in a real browser; `args`: names of specs, or none for all. `releases`: a store to start from. */
export async function runBrowser(args: readonly string[], releases?: string): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'helioport-browser-'))
  const file = join(folder, 'report.json')
  try {
    const env = {
      CHROME: chromiumPath(root, console.log),
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      ...(releases === undefined ? {} : { HELIOPORT_TEST_RELEASES: releases }),
    }
    const playwright = join(root, 'e2e/node_modules/playwright/cli.js')
    const code = await run(node, [playwright, 'test', '-c', 'e2e', ...args], { env })
    if (!existsSync(file)) throw new Error('Playwright ended without a report')
    const report = JSON.parse(readFileSync(file, 'utf8')) as BrowserReport
    remember(secondsBySpec(report))
    const outcome = browserOutcome(report)
    return code !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
