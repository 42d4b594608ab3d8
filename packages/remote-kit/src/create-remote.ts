#!/usr/bin/env node
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pnpm } from './pnpm.ts'
import { registryHere } from './registry.ts'
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
// The team's other members and its CI need the same registry.
const registry = registryHere(process.cwd())
if (registry !== null) writeFileSync(join(root, '.npmrc'), `@helioport:registry=${registry}\n`)
const first =
  registry === null ? 'a line @helioport:registry=https://… in .npmrc (the registry of whoever runs the portal), ' : ''
process.stdout.write(`${root} is there. Next: cd ${folder}, ${first}git init, npx ${pnpm} install, npm run check\n`)
