import { execFileSync, spawn } from 'node:child_process'

/** Node 22.18 was the first to run TypeScript as it is, which the configuration of a remote's build is. */
const first = [22, 18] as const

/** Whether a Node of this version runs what this kit starts. */
export function readsTypeScript(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > first[0] || (major === first[0] && minor >= first[1])
}

/** Runs a program with the Node that npx brings: what a machine has is its own matter. @returns its exit code */
export function runWithNewerNode(program: string, args: readonly string[]): Promise<number> {
  process.stdout.write(`Node ${process.versions.node} is older than ${first.join('.')}; npx brings Node 24 …\n`)
  const npx = ['--yes', '--package', 'node@24', 'node', '-p', 'process.execPath']
  const node = execFileSync('npx', npx, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
  const child = spawn(node, [program, ...args], { stdio: 'inherit' })
  // A terminal sends Ctrl-C to the child as well, which ends in its own order.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((done, refuse) => {
    child.once('error', refuse)
    child.once('exit', (code) => done(code ?? 1))
  })
}
