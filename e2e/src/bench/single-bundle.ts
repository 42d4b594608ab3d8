import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workspaceWithCopyOf } from '../support/workspace.ts'
import { releaseProgram, root } from './own-portal.ts'

const config = `import { defineSingleBundleConfig } from '@helioport/federation/build'
export default defineSingleBundleConfig(import.meta.url)
`

function runToEnd(args: string[]): Promise<void> {
  return new Promise((done, refuse) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
    child.on('close', (code) => (code === 0 ? done() : refuse(new Error(`${args.join(' ')} ended with ${code}`))))
  })
}

/** A release store with the same sources as one ordinary bundle. The caller must remove it. */
export async function publishSingleBundle(): Promise<{ store: string; remove: () => void }> {
  const workspace = workspaceWithCopyOf('shell')
  const store = mkdtempSync(join(tmpdir(), 'helioport-single-'))
  try {
    writeFileSync(join(workspace, 'shell/rspack.config.ts'), config)
    await runToEnd([releaseProgram('cli.ts'), 'publish', 'shell', '--root', workspace, '--data', store, '--init'])
    return { store, remove: () => rmSync(store, { recursive: true, force: true }) }
  } finally {
    rmSync(workspace, { recursive: true, force: true })
  }
}
