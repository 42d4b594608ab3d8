import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { portal } from './portal.ts'

const root = resolve(import.meta.dirname, '../../..')

export interface Account {
  userName: string
  password: string
}

/** Creates an additional account, without stations and without shares. */
export async function createAccount(
  userName: string,
  person: readonly string[] = ['--role', 'owner'],
): Promise<Account> {
  const account = { userName, password: `a password of ${userName}` }
  const program = join(root, 'packages/service/src/main/cli.ts')
  const name = ['--data', join(portal().data, 'service'), '--user-name', userName, '--email', `${userName}@example.org`]
  const creating = promisify(execFile)(process.execPath, [program, 'create-account', ...name, ...person])
  creating.child.stdin?.end(account.password)
  await creating
  return account
}
