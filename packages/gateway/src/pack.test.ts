import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const source = dirname(fileURLToPath(import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'packed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the tarball runs by npx from a URL with no other installation', async () => {
  const file = join(folder, 'helioport-gateway.tgz')
  const home = join(folder, 'home')
  mkdirSync(home)
  await run(process.execPath, [join(source, 'pack.ts'), file], { env: { ...process.env, HOME: home } })
  expect(readdirSync(home)).toEqual([])
  const bytes = readFileSync(file)
  // Two seconds over a mobile connection.
  expect(bytes.length).toBeLessThan(720_000)
  const server = createServer((_request, response) => response.end(bytes))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/helioport-gateway.tgz`
  const env = { ...process.env, npm_config_cache: join(folder, 'cache'), HELIOPORT_KEY: 'key-of-the-logger' }
  const options = ['--portal', 'http://127.0.0.1:9', '--serial', 'S-1', '--source', 'sunspec=127.0.0.1:9', '--once']
  const { stdout } = await run('npx', ['-y', url, ...options, '--data', join(folder, 'data')], { env, cwd: folder })
  server.close()
  const [installed = ''] = readdirSync(join(folder, 'cache/_npx'))
  const program = join(folder, 'cache/_npx', installed, 'node_modules/helioport-gateway/helioport-gateway.mjs')
  // This test's Node supports more than Node 20.
  expect(readFileSync(program, 'utf8')).not.toMatch(
    /Promise\.(withResolvers|try)\(|(Object|Map)\.groupBy\(|Array\.fromAsync\(|RegExp\.escape\(|\.(values|keys|entries)\(\)\.(map|filter|some|every|find|take|drop|toArray)\(/,
  )
  expect(stdout).toContain('"name": "sunspec 127.0.0.1:9"')
  expect(stdout).toContain('refuses the connection')
})
