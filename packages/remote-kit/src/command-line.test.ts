import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'remote-'))
  writeFileSync(join(root, 'npmrc'), '')
})
afterEach(() => rmSync(root, { recursive: true }))

function run(program: string, args: string[], cwd = root) {
  const env = { ...process.env, npm_config_userconfig: join(root, 'npmrc') }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, program), ...args], { cwd, env, encoding: 'utf8' }) // prettier-ignore
  return { status, stdout, stderr }
}

test('a new repository gets the registry of its template, or a hint to set one', () => {
  expect(run('create-remote.ts', ['barn']).stdout).toMatch(/cd barn, a line @helioport:registry=.* in \.npmrc/)
  expect(existsSync(join(root, 'barn/.npmrc'))).toBe(false)
  writeFileSync(join(root, 'npmrc'), '@helioport:registry=https://npm.example\n')
  expect(run('create-remote.ts', ['notes']).stdout).toMatch(/cd notes, git init/)
  expect(readFileSync(join(root, 'notes/.npmrc'), 'utf8')).toBe('@helioport:registry=https://npm.example\n')
})

test('an unknown command is named with exit code 2, and help is printed once', () => {
  expect(run('remote.ts', ['rolback'])).toMatchObject({ status: 2, stderr: 'remote: there is no command rolback\n' })
  const { status, stdout } = run('remote.ts', ['--help'])
  expect([status, stdout.split('Usage:').length - 1]).toEqual([0, 1])
})

test('rollback and halt without --reason are refused before any request', () => {
  writeFileSync(join(root, 'remote.json'), '{"name":"notes"}')
  for (const command of ['rollback', 'halt'])
    expect(run('remote.ts', [command, '--to', 'http://127.0.0.1:9'])).toMatchObject({
      status: 1,
      stderr: 'remote: say why: --reason "wrong totals"; it goes into the audit log\n',
    })
})
