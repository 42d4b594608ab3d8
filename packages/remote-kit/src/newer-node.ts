import { execFileSync, spawn } from 'node:child_process'

/** Node 22.18 is the first version that runs TypeScript, in which a remote's build is configured. */
const first = [22, 18] as const

/** Whether a Node of this version can run this kit's programs. */
export function readsTypeScript(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > first[0] || (major === first[0] && minor >= first[1])
}

/** Runs a program with the Node that npx downloads; the machine's own Node stays as it is. @returns its exit code */
export function runWithNewerNode(program: string, args: readonly string[]): Promise<number> {
  process.stdout.write(`Node ${process.versions.node} is older than ${first.join('.')}; npx brings Node 24 …\n`)
  const npx = ['--yes', '--package', 'node@24', 'node', '-p', 'process.execPath']
  const node = execFileSync('npx', npx, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
  const child = spawn(node, [program, ...args], { stdio: 'inherit' })
  // A terminal sends Ctrl-C to the child as well, which shuts down in its own order.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((done, refuse) => {
    child.once('error', refuse)
    child.once('exit', (code) => done(code ?? 1))
  })
}
