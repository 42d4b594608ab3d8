import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'

const program = `import { runDrill } from ${JSON.stringify(import.meta.resolve('./run-drill.ts'))}
await runDrill(({ folder, afterwards }) => {
  afterwards(async () => console.log('tidied'))
  console.log(folder)
  return new Promise((done) => setTimeout(done, 600_000))
})`

test('a drill stopped by SIGTERM runs its clean-up and removes its folder', async () => {
  const drill = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(drill.stdout)[Symbol.asyncIterator]()
  const folder = (await lines.next()).value as string
  expect(existsSync(folder)).toBe(true)
  drill.kill('SIGTERM')
  expect((await lines.next()).value).toBe('tidied')
  await once(drill, 'close')
  expect(existsSync(folder)).toBe(false)
})
