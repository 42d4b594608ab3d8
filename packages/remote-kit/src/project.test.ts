import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readsTypeScript } from './newer-node.ts'
import { sourceOf } from './project.ts'

test('the source of a release has its repository without a password, and each changed file', () => {
  const root = mkdtempSync(join(tmpdir(), 'source-'))
  const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@a.example', ...args], { cwd: root, stdio: 'pipe' }) // prettier-ignore
  git('init', '-q')
  git('remote', 'add', 'origin', 'https://bot:secret@git.example/org/notes.git')
  writeFileSync(join(root, 'page.ts'), '1')
  git('add', '.')
  git('commit', '-qm', 'A page')
  writeFileSync(join(root, 'page.ts'), '2')
  writeFileSync(join(root, 'zone.ts'), '1')
  expect(sourceOf(root)).toMatchObject({ repository: 'https://git.example/org/notes.git', subject: 'A page', dirty: ['page.ts', 'zone.ts'] }) // prettier-ignore
  rmSync(root, { recursive: true })
})

test('recognizes by its version whether Node runs TypeScript', () => {
  const versions = ['20.20.2', '22.17.1', '22.18.0', '23.6.0', '24.0.0', '100.1.0']
  expect(versions.map(readsTypeScript)).toEqual([false, false, true, true, true, true])
})
