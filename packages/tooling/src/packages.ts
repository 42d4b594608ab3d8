import { relative, resolve } from 'node:path'
import { cac } from 'cac'
import { keepReports, objectionsTo, packPackages } from './packages/pack.ts'
import { root } from './test/program.ts'

const cli = cac('npm run packages --')
cli
  .command(
    '',
    'Build the packages that a remote in a repository of its own needs, as npm tarballs, and judge their versions',
  )
  .option('--out <dir>', 'Folder for the tarballs', { default: 'node_modules/.cache/helioport/packages' })
  .option('--keep', 'Keep their declarations as what the next versions are held against: when they are published')
  .action(async ({ out, keep }: { out: string; keep?: boolean }) => {
    const packages = await packPackages(resolve(process.env['INIT_CWD'] ?? root, out))
    const objections = await objectionsTo(packages)
    for (const { name, version, tarball } of packages) console.log(`${name} ${version}  ${relative(root, tarball)}`)
    for (const objection of objections) console.log(`✗ ${objection}`)
    if (objections.length > 0) process.exitCode = 1
    else if (keep === true) keepReports(packages)
  })
cli.help()

try {
  cli.parse(process.argv, { run: false })
  await cli.runMatchedCommand()
} catch (error) {
  process.stderr.write(`packages: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
