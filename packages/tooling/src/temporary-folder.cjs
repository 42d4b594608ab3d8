const { chmodSync, mkdtempSync, rmSync } = require('node:fs')
const { tmpdir } = require('node:os')
const { join } = require('node:path')

/**
 * Before a run: one folder for all temporary ones of its tests, which goes with the run. A test that removes its own
 * spares the disk meanwhile; one that fails before leaves nothing behind.
 */
module.exports = () => {
  const folder = mkdtempSync(join(tmpdir(), 'helioport-tests-'))
  // mkdtemp gives 0700; where the tests run as root, the database's user has to pass.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
}
