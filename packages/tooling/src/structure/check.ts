/** Checks of the service's folders beyond imports; ends with 1 if there is a fault. */
import { join, resolve } from 'node:path'
import { databaseFaults } from './database-names.ts'
import { folderFaults } from './service-folders.ts'

const source = join(resolve(import.meta.dirname, '../../../..'), 'packages/service/src')
const faults = [...folderFaults(source), ...databaseFaults(source)]
for (const fault of faults) console.log(fault)
process.exitCode = faults.length > 0 ? 1 : 0
