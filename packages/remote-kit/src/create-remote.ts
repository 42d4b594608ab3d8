#!/usr/bin/env node
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pnpm } from './pnpm.ts'
import { repositoryFiles } from './template/repository.ts'

const [name = '', folder = name] = process.argv.slice(2)
const about = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  helioport?: { versions: Record<string, string> }
}
if (!/^[a-z][a-z0-9-]{0,39}$/.test(name)) {
  process.stderr.write('create-remote <name> [folder]: small letters, digits and hyphens\n')
  process.exit(2)
}
const root = resolve(folder)
if (existsSync(join(root, 'package.json'))) {
  process.stderr.write(`create-remote: ${root} holds a package already\n`)
  process.exit(1)
}
for (const [file, text] of Object.entries(repositoryFiles(name, about.helioport?.versions ?? {}))) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}
process.stdout.write(`${root} is there. Next: cd ${folder}, git init, npx ${pnpm} install, npm run check\n`)
